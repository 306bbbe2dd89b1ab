import assert from 'node:assert/strict'
import { createPrivateKey, sign, verify, X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { makeSigningCertificate } from './certificate.ts'

test('A signing certificate carries its key, names the service and is signed by itself', async () => {
  const now = new Date('2026-11-20T08:00:00Z')
  const made = await makeSigningCertificate('feedback.example.com', now)
  const certificate = new X509Certificate(made.certificate)
  assert.equal(certificate.subject, 'CN=feedback.example.com')
  assert.equal(certificate.issuer, certificate.subject)
  assert.ok(certificate.verify(certificate.publicKey))
  assert.ok(certificate.checkPrivateKey(createPrivateKey(made.privateKey)))
  assert.equal(certificate.publicKey.asymmetricKeyDetails?.modulusLength, 2048)
  assert.equal(certificate.validToDate.toISOString(), '2036-11-20T08:00:00.000Z')
  assert.ok(certificate.validFromDate < now)
  const text = Buffer.from('a request')
  assert.ok(verify('sha256', text, certificate.publicKey, sign('sha256', text, made.privateKey)))
  const late = await makeSigningCertificate('x', new Date('2045-01-01T00:00:00Z'))
  assert.equal(new X509Certificate(late.certificate).validToDate.getUTCFullYear(), 2055)
  assert.notEqual(new X509Certificate(late.certificate).serialNumber, certificate.serialNumber)
})
