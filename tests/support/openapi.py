"""Checks answers against an OpenAPI document: the part of JSON Schema that ours uses."""
import json


def problems(schema, value, document, at="answer"):
    """What is wrong with the value, as a list of sentences."""
    if "$ref" in schema:
        part = document
        for name in schema["$ref"].lstrip("#/").split("/"):
            part = part[name]
        return problems(part, value, document, at)
    if "oneOf" in schema:
        fits = [one for one in schema["oneOf"] if not problems(one, value, document, at)]
        return [] if len(fits) == 1 else [f"{at} fits {len(fits)} of its kinds"]
    kinds = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int,
             "number": (int, float), "null": type(None)}
    kind = schema.get("type")
    right = isinstance(value, kinds[kind]) and not (kind == "integer" and isinstance(value, bool))
    if not right:
        return [f"{at} is not of type {kind}"]
    if "enum" in schema and value not in schema["enum"]:
        return [f"{at} is {value!r}"]
    found = []
    if kind == "object":
        found += [f"{at} lacks {name}" for name in schema.get("required", []) if name not in value]
        known = schema.get("properties", {})
        for name, member in value.items():
            if name in known:
                found += problems(known[name], member, document, f"{at}.{name}")
            elif schema.get("additionalProperties") is False:
                found.append(f"{at} has {name}, which is not described")
    if kind == "array":
        for index, item in enumerate(value):
            found += problems(schema["items"], item, document, f"{at}[{index}]")
    return found


class Document:
    def __init__(self, path):
        with open(path) as file:
            self.document = json.load(file)
        self.seen = set()  # (method, path) that were answered with success

    def operations(self):
        return {(method.upper(), path) for path, methods in self.document["paths"].items()
                for method in methods}

    def find(self, path):
        parts = path.split("?")[0].split("/")
        for pattern in self.document["paths"]:
            names = pattern.split("/")
            if len(names) == len(parts) and all(
                    name == part or name.startswith("{") for name, part in zip(names, parts)):
                return pattern
        return None

    def check(self, method, path, status, kind, answer):
        """What is wrong with an answer; nothing for addresses and methods that are not described."""
        pattern = self.find(path)
        operation = self.document["paths"].get(pattern, {}).get(method.lower())
        if not operation:
            return [] if status in (403, 404, 405, 413) else [f"{method} {path} is not described"]
        response = operation["responses"].get(str(status))
        if not response:
            return [f"{method} {pattern}: status {status} is not described"]
        if status < 300:
            self.seen.add((method, pattern))
        content = response["content"].get(kind.split(";")[0])
        if not content:
            return [f"{method} {pattern}: type {kind} is not described"]
        return problems(content["schema"], answer, self.document)
