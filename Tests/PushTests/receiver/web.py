"""The push services of browsers: RFC 8030, 8291 and 8292."""

import base64
import json
import re
import secrets
import time

import http_ece
import jwt
import py_vapid
from check import Answer, Check, ports, text_of
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

subscriptions = {}


def point_of(key):
    return key.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def web_push(request):
    check = Check(request, "web", request.path)
    subscription = subscriptions.get(request.path)
    if subscription is None:
        return check.answer(Answer(404, {}, b""), Answer(404, {}, b""))
    authorization = request.headers.get("authorization", "")
    parts = re.fullmatch(r"vapid t=([\w.-]+),k=([\w-]+)", authorization)
    check.expect(parts, "authorization is not vapid t=…,k=…")
    if parts:
        check.record["claims"] = check.attempt("vapid", lambda: vapid_claims(request, authorization, *parts.groups()))
    check.header("ttl", r"\d{1,7}")
    check.header("urgency", "normal|high")
    check.header("topic", r"[\w-]{1,32}")
    check.header("content-encoding", "aes128gcm")
    check.expect(len(request.body) <= 4096, "longer than 4096 bytes")
    check.record["payload"] = check.attempt(
        "content", lambda: json.loads(http_ece.decrypt(
            request.body, private_key=subscription["key"], auth_secret=subscription["auth"], version="aes128gcm")))
    return check.answer(Answer(201, {"location": "/message/1"}, b""), Answer(400, {}, b""))


def vapid_claims(request, authorization, token, key):
    assert py_vapid.Vapid02.verify(authorization), "the signature does not fit"
    point = base64.urlsafe_b64decode(key + "=" * (-len(key) % 4))
    public_key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    claims = jwt.decode(
        token, public_key, algorithms=["ES256"], audience="http://" + request.headers["host"],
        options={"require": ["aud", "exp", "sub"]})
    assert claims["exp"] <= time.time() + 86_400, "exp is more than a day ahead"
    assert re.match("mailto:.+@|https://", claims["sub"]), "sub is no contact"
    return claims | {"k": key}


def make_subscription(name):
    key = ec.generate_private_key(ec.SECP256R1())
    # With what must arrive unchanged: Microsoft's addresses have such queries.
    path = f"/push/{name}:-_/?token=BQ%2b%3d"
    subscriptions[path] = {"key": key, "auth": secrets.token_bytes(16)}
    return {
        "key": path, "endpoint": f"http://127.0.0.1:{ports['plain']}{path}", "p256dh": text_of(point_of(key)),
        "auth": text_of(subscriptions[path]["auth"]),
    }
