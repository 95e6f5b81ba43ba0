"""Mail servers for tests: good ones and bad ones, each on a port of its own.

Writes what happens to standard output, a JSON object a line: first the ports, then all bytes that
clients send and the letters that arrive, as Python's email package reads them. Certificates are made
in the folder that is named. Ends when its standard input does.
"""

import asyncio
import base64
import datetime
import email
import email.header
import email.policy
import email.utils
import ipaddress
import json
import pathlib
import ssl
import sys

from aiosmtpd.smtp import SMTP, AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

USER = b"team@example.org"
PASSWORD = b"canary-password"


def note(**event):
    print(json.dumps(event), flush=True)


# Certificates


def pem(certificate):
    return certificate.public_bytes(serialization.Encoding.PEM)


def signed(name, key, issuer, issuer_key, days, extensions):
    now = datetime.datetime.now(datetime.timezone.utc)
    builder = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now + datetime.timedelta(days=min(days, 0) - 2))
        .not_valid_after(now + datetime.timedelta(days=days))
    )
    for extension, critical in extensions:
        builder = builder.add_extension(extension, critical)
    return builder.sign(issuer_key, hashes.SHA256())


class Authority:
    def __init__(self, name):
        self.name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.certificate = signed(
            self.name, self.key, self.name, self.key, 30, [(x509.BasicConstraints(ca=True, path_length=None), True)])

    def context(self, folder, title, names, days=30):
        """TLS for servers with a certificate for these names."""
        key = ec.generate_private_key(ec.SECP256R1())
        leaf = signed(
            x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, title)]), key, self.name, self.key, days,
            [
                (x509.BasicConstraints(ca=False, path_length=None), True),
                (x509.SubjectAlternativeName(names), False),
                (x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False),
            ])
        path = folder / f"{title}.pem"
        path.write_bytes(
            pem(leaf)
            + key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(path)
        return context


# Servers that take mail


class Receiver(SMTP):
    """aiosmtpd's server, which tells all that it hears."""

    def __init__(self, listener, is_tls, *arguments, **options):
        super().__init__(*arguments, **options)
        self.listener = listener
        self.is_tls = is_tls

    def data_received(self, data):
        is_tls = self.is_tls or self._tls_protocol is not None
        note(heard={"listener": self.listener, "isTLS": is_tls, "text": data.decode("latin-1")})
        super().data_received(data)


class Injecting(Receiver):
    """Somebody in between, who adds plain text to the reply that begins TLS."""

    async def push(self, status):
        injected = "\r\n250-localhost\r\n250 AUTH PLAIN" if status == "220 Ready to start TLS" else ""
        await super().push(status + injected)


class Handler:
    """What becomes of a letter, by the local part of its recipient."""

    REPLIES = {
        "unknown": "550-5.1.1 <{0}>: Recipient address rejected:\r\n550 5.1.1 User unknown (unknown) in table",
        "later": "451 4.7.1 {0} is greylisted",
        "signin": "530 5.7.0 Authentication required",
        "sequence": "503 5.5.1 Bad sequence",
        "strange": "299 What",
        "long": "550 " + "no " * 400,
    }

    async def handle_MAIL(self, server, session, envelope, address, options):
        if address.startswith("stranger@"):
            return f"553 5.7.1 <{address}>: Sender address not owned by user"
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(self, server, session, envelope, address, options):
        refusal = self.REPLIES.get(address.split("@")[0])
        if refusal:
            return refusal.format(address)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        name = envelope.rcpt_tos[0].split("@")[0]
        if name == "dropped":
            server.transport.abort()
            return "250 2.0.0 Taken, which nobody hears"
        if name == "linked":
            link = email.message_from_bytes(envelope.content, policy=email.policy.default).get_content().split()[-1]
            return f"554 5.7.1 Blocked: the URL <{link}> is listed, see https://lists.example.net/why"
        if name == "overquota":
            return "452 4.2.2 Mailbox full"
        self.tell(server, session, envelope)
        if name == "silentgoodbye":
            server.push = self.say_only_this(server)
        return "250 2.0.0 Taken"

    @staticmethod
    def say_only_this(server):
        async def push(status):
            await Receiver.push(server, status)
            server.transport.abort()

        return push

    @staticmethod
    def tell(server, session, envelope):
        letter = email.message_from_bytes(envelope.content, policy=email.policy.default)
        defects = [str(defect) for defect in letter.defects]
        for header in letter.values():
            defects += [str(defect) for defect in header.defects]
        # The newer parser of addresses puts spaces between encoded words.
        name, address = email.utils.parseaddr(
            email.message_from_bytes(envelope.content)["From"].replace("\r\n", ""))
        name = str(email.header.make_header(email.header.decode_header(name)))
        secured = server.transport.get_extra_info("ssl_object")
        note(letter={
            "listener": server.listener,
            "tls": secured.version() if secured else None,
            "user": session.auth_data.login.decode() if session.auth_data else None,
            "sender": envelope.mail_from,
            "recipients": envelope.rcpt_tos,
            "headers": {name: str(value) for name, value in letter.items()},
            "fromName": name,
            "fromAddress": address,
            "date": letter["Date"].datetime.isoformat(),
            "text": letter.get_content(),
            "raw": base64.b64encode(envelope.content).decode(),
            "defects": defects,
        })


def authenticate(server, session, envelope, mechanism, data):
    return AuthResult(success=data.login == USER and data.password == PASSWORD, handled=False, auth_data=data)


# Servers that do not


def repeating(piece):
    async def serve(reader, writer):
        while True:
            writer.write(piece)
            await writer.drain()

    return serve


def saying(*replies, then_waits=False):
    """Says one text at once, and one to each line."""

    async def serve(reader, writer):
        for reply in replies:
            writer.write(reply)
            await reader.readline()
        if then_waits:
            await reader.read()

    return serve


UNUSABLE = {
    "silent": saying(then_waits=True),
    "silentTLS": saying(b"220 a\r\n", b"250-a\r\n250 STARTTLS\r\n", b"220 go\r\n", then_waits=True),
    "brokenTLS": saying(b"220 a\r\n", b"250-a\r\n250 STARTTLS\r\n", b"220 go\r\n", b"250 still plain\r\n"),
    "endlessLines": repeating(b"220-more\r\n" * 100),
    "endlessLine": repeating(b"2" * 1000),
    "noSMTP": saying(b"SSH-2.0-OpenSSH_9.6\r\n"),
    "unasked": saying(b"220 a\r\n250 b\r\n", then_waits=True),
    "noService": saying(b"554 No service here\r\n"),
    "closing": saying(b"421 Closing\r\n"),
    "refusesTLS": saying(b"220 a\r\n", b"250-a\r\n250 STARTTLS\r\n", b"454 TLS not available\r\n"),
}


def guarded(serve):
    async def run(reader, writer):
        try:
            await serve(reader, writer)
        except (ConnectionError, ssl.SSLError):
            pass
        finally:
            writer.close()

    return run


async def main(folder):
    authority = Authority("Test authority")
    (folder / "authority.pem").write_bytes(pem(authority.certificate))
    (folder / "stranger.pem").write_bytes(pem(Authority("Nobody's authority").certificate))
    here = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    good = authority.context(folder, "good", here)
    expired = authority.context(folder, "expired", here, days=-1)
    elsewhere = authority.context(folder, "elsewhere", [x509.DNSName("mail.example.org")])
    loop = asyncio.get_running_loop()
    ports = {}

    async def listen(name, tls=None, kind=Receiver, implicit=None, exclude=(), **options):
        def make():
            return kind(
                name, implicit is not None, Handler(), hostname="mail.example.org", authenticator=authenticate,
                tls_context=tls, require_starttls=tls is not None, auth_exclude_mechanism=exclude, loop=loop, **options)

        server = await loop.create_server(make, "127.0.0.1", 0, ssl=implicit)
        ports[name] = server.sockets[0].getsockname()[1]

    await listen("startTLS", good, auth_required=True)
    await listen("login", good, auth_required=True, exclude=["PLAIN"])
    await listen("noSignIn", good, exclude=["PLAIN", "LOGIN"])
    await listen("expired", expired)
    await listen("elsewhere", elsewhere)
    await listen("injecting", good, kind=Injecting)
    await listen("smtps", implicit=good, auth_required=True, auth_require_tls=False)
    # Asks for passwords without TLS, as nobody should.
    await listen("plain", auth_require_tls=False)
    for name, serve in UNUSABLE.items():
        server = await asyncio.start_server(guarded(serve), "127.0.0.1", 0)
        ports[name] = server.sockets[0].getsockname()[1]
    note(ports=ports)
    await loop.run_in_executor(None, sys.stdin.read)


asyncio.run(main(pathlib.Path(sys.argv[1])))
