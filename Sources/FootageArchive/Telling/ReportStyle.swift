/// The style sheet of a report's page.
///
/// Blue, orange and gray are told apart with any colour vision, and by their lightness in print.
enum ReportStyle {
  /// CSS.
  static let text = """
    :root {
      color-scheme: light dark;
      --page: #f6f7f5; --card: #fff; --ink: #1b1f23; --quiet: #59626b; --line: #dfe2de;
      --done: #1b67a8; --failed: #e0701a; --skipped: #b4bac0; --alarm: #a63c00;
      font: 16px/1.5 system-ui, sans-serif;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --page: #13161a; --card: #1c2025; --ink: #e9ebed; --quiet: #9ca6b0; --line: #333a41;
        --done: #5ba8e5; --failed: #f0a04b; --skipped: #69727b; --alarm: #f6ae6b;
      }
    }
    * { box-sizing: border-box }
    body { margin: 0; background: var(--page); color: var(--ink) }
    main { max-width: 64rem; margin: auto; padding: 2rem 1.25rem 3rem }
    h1 { margin: 0 0 .75rem; font-size: 1.75rem; line-height: 1.2; letter-spacing: -.01em }
    h2 { margin: 0 0 .75rem; font-size: 1.1rem; line-height: 1.3 }
    p { margin: .5rem 0 }
    a { color: var(--done) }
    code, .name { font: .875em/1.45 ui-monospace, monospace; overflow-wrap: anywhere }
    .quiet, figcaption, summary, footer { color: var(--quiet); font-size: .875rem }
    dl { display: grid; grid-template-columns: fit-content(35%) 1fr; gap: .2rem 1rem; margin: 0 }
    dt { color: var(--quiet) }
    dd { margin: 0; overflow-wrap: anywhere }
    section { margin-top: 1.25rem; padding: 1.25rem; background: var(--card);
      border: 1px solid var(--line); border-radius: .6rem }
    .verdict { margin: 1.25rem 0 0; padding: .7rem 1.25rem; background: var(--card);
      border: 1px solid var(--line); border-left: .35rem solid var(--done); border-radius: .6rem }
    .verdict.alarm { border-left-color: var(--failed) }
    .tiles { display: grid; grid-template-columns: repeat(4, 1fr); gap: 1px; padding: 0;
      margin: 1.25rem 0 0; background: var(--line); border: 1px solid var(--line);
      border-radius: .6rem; overflow: hidden }
    .tiles > div { display: flex; flex-direction: column; padding: .9rem 1.1rem; background: var(--card) }
    .tiles dt { font-size: .875rem }
    .tiles .figure { font-size: 1.6rem; font-weight: 600; line-height: 1.35;
      font-variant-numeric: tabular-nums; letter-spacing: -.01em }
    .tiles .alarm { color: var(--alarm) }
    .share { display: block; width: 100%; height: 6px; margin: .45rem 0 .2rem }
    .share .whole { fill: var(--line) }
    .share .part { fill: var(--done) }
    figure { margin: 0 }
    figure + figure { margin-top: 1.75rem }
    .plot { padding-left: 3rem; padding-right: 1.25rem }
    .chart { display: block; overflow: visible }
    .chart text { fill: var(--quiet); font-size: 12px; font-variant-numeric: tabular-nums }
    .chart .mark { text-anchor: end }
    .chart .date { text-anchor: middle }
    .chart .grid { stroke: var(--line) }
    .chart .base { stroke: var(--quiet) }
    .chart .place { fill: transparent }
    .chart g:hover .place { fill: var(--line); opacity: .6 }
    .done { fill: var(--done); background: var(--done) }
    .failed { fill: var(--failed); background: var(--failed) }
    .skipped { fill: var(--skipped); background: var(--skipped) }
    .legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 0 0 .75rem; padding: 0;
      list-style: none; font-size: .875rem }
    .legend i { display: inline-block; width: .8em; height: .8em; margin-right: .45em;
      border-radius: .15em }
    details { margin-top: .5rem }
    summary { cursor: pointer }
    .scroll { max-height: 24rem; overflow: auto; margin-top: .5rem }
    table { width: 100%; border-collapse: collapse; font-size: .875rem }
    th { color: var(--quiet); font-weight: 600; text-align: left }
    th, td { padding: .45rem .75rem .45rem 0; border-bottom: 1px solid var(--line);
      vertical-align: top }
    tr > :last-child { padding-right: 0 }
    .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
    .time { font-variant-numeric: tabular-nums }
    table .time, .option { white-space: nowrap }
    .failures .reason { overflow-wrap: anywhere }
    .failures .number { padding-right: 1.5rem }
    .numbers { width: auto; min-width: min(100%, 24rem) }
    .numbers td, .numbers th { padding-block: .2rem }
    footer { margin-top: 1.5rem }
    @media (max-width: 54rem) {
      .tiles { grid-template-columns: repeat(2, 1fr) }
    }
    @media (max-width: 40rem) {
      main { padding: 1.25rem .8rem 2rem }
      section { padding: 1rem .9rem }
      .tiles > div { padding: .7rem .9rem }
      .tiles .figure { font-size: 1.3rem }
      .plot { padding-left: 2.4rem; padding-right: .9rem }
      .failures thead { display: none }
      .failures tr { display: block; padding: .6rem 0; border-bottom: 1px solid var(--line) }
      .failures tr td.number, .failures td { display: block; padding: 0; border: 0; text-align: left }
      .failures td.short.short { display: inline; color: var(--quiet) }
      .failures td.short.short:empty { display: none }
      .failures .short + .short::before { content: " · " }
      .failures .number::after { content: attr(data-unit) }
    }
    @media print {
      :root { color-scheme: light; --page: #fff; --card: #fff; --ink: #000; --quiet: #444;
        --line: #ccc; --done: #1b67a8; --failed: #e0701a; --skipped: #b4bac0; --alarm: #a63c00;
        font-size: 10pt }
      main { max-width: none; padding: 0 }
      #last-run, figure, .verdict, .tiles, tr { break-inside: avoid }
      .tiles { grid-template-columns: repeat(4, 1fr) }
      section { padding: 1rem }
      h2 { break-after: avoid }
      details:not([open]) { display: none }
      .scroll { max-height: none }
      .chart rect, .legend i, .share rect, .verdict { print-color-adjust: exact;
        -webkit-print-color-adjust: exact }
    }
    """
}
