"""An authority, and certificates of this machine that it has signed."""

import datetime
import ipaddress
import os
import ssl

from check import pem_of
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec


def make_authority(name):
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    certificate = certificate_of(subject, subject, key.public_key(), key, x509.BasicConstraints(True, None))
    return key, certificate


def certificate_of(subject, issuer, public_key, signer, *extensions):
    now = datetime.datetime.now(datetime.timezone.utc)
    builder = x509.CertificateBuilder().subject_name(subject).issuer_name(issuer).public_key(public_key)
    builder = builder.serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(hours=1))
    builder = builder.not_valid_after(now + datetime.timedelta(days=1))
    for extension in extensions:
        builder = builder.add_extension(extension, critical=False)
    return builder.sign(signer, hashes.SHA256())


def pem_of_certificate(certificate):
    return certificate.public_bytes(serialization.Encoding.PEM).decode()


def security(protocol, authority_key, authority, folder):
    key = ec.generate_private_key(ec.SECP256R1())
    names = x509.SubjectAlternativeName(
        [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    certificate = certificate_of(subject, authority.subject, key.public_key(), authority_key, names)
    path = os.path.join(folder, f"{protocol.replace('/', '-')}.pem")
    with open(path, "w") as file:
        file.write(pem_of(key) + pem_of_certificate(certificate))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    context.set_alpn_protocols([protocol])
    return context
