# make help          this list
# make run           anonymize sample footage, into samples/output/
# make build         build the product, .build/release/anonymize
# make test          build and run every test; TEST_FLAGS="--filter NAME" runs some of them
# make test-address  the tests under the address sanitizer
# make test-thread   the tests under the thread sanitizer
# make test-decoders let OpenH264 and Chromium have outputs with copied groups of pictures
# make test-page     let Chromium show the page of an archive
# make test-schedulers  let cron and a systemd do archives by the samples, as root
# make test-slurm    let a real Slurm make an archive on two nodes, one of which is killed
# make fuzz          feed the product 2000 damaged files; FUZZ_COUNT=, FUZZ_SEED= (see scripts/fuzz)
# make torture       kill runs over an archive 200 times; ROUNDS=, SEED= (see scripts/torture)
# make sizes         measure what outputs take and lose, into docs/sizes.md; DATA=FOLDER of clips
# make evaluate      find faces that are still shown, beside a peer, into docs/accuracy.md; DATA=FOLDER
#                    of clips with truth, OPTIONS=, PEER=0, LIST=, SHEETS= (see scripts/evaluate)
# make precision     judge the detector on labelled pictures, into docs/accuracy.md; DATA=FOLDER
# make bench         measure how long things take, beside a plain transcode and a peer too, into
#                    docs/performance.md; DATA=FOLDER of clips, SECTIONS=, CLIPS=, ROUNDS=, PEER=0
#                    (see scripts/bench)
# make attack        let a face recognition network name people from covered footage, into
#                    docs/privacy.md; DATA=FOLDER of clips, OPTIONS=, WITHOUT=, FRAMES= (see scripts/attack)
# make lint          check the form of the source; changes nothing
# make format        put the Swift source into its form
# make setup         only get what building needs: apt packages, and pinned wheels into .deps/
# make samples       only get the sample footage, into samples/footage/
# make install       install what 'make build' built under PREFIX (/usr/local); DESTDIR works
# make uninstall     remove what 'make install' installed
# make picture       make the picture in README again
# make gallery       make docs/gallery/ again, a page of how covers look
# make clean         remove what building and running made; keeps .deps/ and the footage

# Each target does its own set-up; what is there already is neither fetched nor built again.

PREFIX ?= /usr/local
DATA ?= samples/footage
# One test at a time: most of them run a pipeline that has a thread for every core already.
TEST_FLAGS ?= --no-parallel

swift_source = Package.swift Sources Tests Benchmarks
shell_source = $(filter-out %.lock,$(wildcard scripts/*)) $(wildcard Tests/Schedulers/*) \
	$(filter-out %.md,$(wildcard samples/slurm/*)) .ci/run

.PHONY: help run build picture gallery test test-address test-thread test-decoders test-page test-schedulers test-slurm fuzz torture sizes evaluate precision attack bench lint format setup samples install uninstall clean

help:
	@sed -n '/^#/!q; s/^# //p' Makefile

run: build samples
	@scripts/run-samples

picture: build samples setup-test
	@scripts/readme-picture

gallery: build samples setup-test
	@scripts/gallery

# The Swift runtime is linked in, so that an installed product needs no toolchain; lld does not warn
# of functions in it that nobody calls.
release_build = swift build -c release --static-swift-stdlib -Xswiftc -use-ld=lld

build: setup
	@$(release_build) --product anonymize

test: setup-test samples
	@swift test --disable-xctest $(TEST_FLAGS)

# oneTBB opens a library in a way that the sanitizers refuse, unless it is told that they are there;
# and where gold warns about each of the address sanitizer's symbols, lld does not.
sanitized_test = TBB_ENABLE_SANITIZERS=1 swift test --disable-xctest -Xswiftc -use-ld=lld $(TEST_FLAGS)

test-address: setup-test samples
	@LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/leaks.supp:print_suppressions=0 $(sanitized_test) --sanitize address --scratch-path .build/address

test-thread: setup-test samples
	@$(sanitized_test) --sanitize thread --scratch-path .build/thread

test-decoders: build setup-test setup-decoders samples
	@scripts/test-decoders

test-page: build setup-test setup-page samples
	@scripts/test-page

test-schedulers: build setup-test setup-schedulers samples
	@scripts/test-schedulers

test-slurm: build setup-test setup-slurm samples
	@scripts/test-slurm

fuzz: build setup-test samples
	@scripts/fuzz

torture: build setup-test setup-torture samples
	@ROUNDS='$(ROUNDS)' SEED='$(SEED)' scripts/torture

sizes: build setup-test samples
	@$(release_build) --product similarity
	@DATA='$(DATA)' scripts/sizes

evaluate: build setup-test samples
	@$(release_build) --product evaluation
	@DATA='$(DATA)' OPTIONS='$(OPTIONS)' PEER='$(PEER)' LIST='$(LIST)' SHEETS='$(SHEETS)' scripts/evaluate

# DATA's default is a folder of clips, none of labelled pictures.
precision: setup
	@$(release_build) --product DetectorPrecision
	@DATA='$(filter-out samples/footage,$(DATA))' scripts/precision

# A package of its own, so that the product's build does not wait for it.
bench: build setup-test samples
	@$(release_build) --product Benchmarks --package-path Benchmarks --scratch-path .build/benchmarks
	@SECTIONS='$(SECTIONS)' DATA='$(DATA)' CLIPS='$(CLIPS)' ROUNDS='$(ROUNDS)' PEER='$(PEER)' scripts/bench

attack: build samples
	@DATA='$(DATA)' OPTIONS='$(OPTIONS)' WITHOUT='$(WITHOUT)' FRAMES='$(FRAMES)' scripts/attack

lint: setup-lint
	@swift format lint --strict --parallel --recursive $(swift_source)
	@shellcheck $(shell_source)
	@scripts/check-tree

format:
	@swift format --in-place --parallel --recursive $(swift_source)

setup:
	@scripts/setup build

.PHONY: setup-test setup-decoders setup-page setup-schedulers setup-slurm setup-torture setup-lint
setup-test:
	@scripts/setup test
setup-decoders:
	@scripts/setup decoders
setup-page:
	@scripts/setup page
setup-schedulers:
	@scripts/setup schedulers
setup-torture:
	@scripts/setup torture
setup-slurm:
	@scripts/setup slurm
setup-lint:
	@scripts/setup lint

samples:
	@scripts/samples

install uninstall:
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' scripts/$@

clean:
	@rm -rf .build samples/output
