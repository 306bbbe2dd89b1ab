import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pageOf, tokenOf } from '../src/sign-in/address.ts'
import { codeDigits, isLongEnough, looksLikeEmail } from '../src/sign-in/check.ts'
import { pathAfterSignIn, safeNext } from '../src/sign-in/onward.ts'

describe('Where a person goes after signing in', () => {
  it('is a path of the team’s apps', () => {
    for (const next of ['/app', '/app/', '/app/tasks?status=OPEN&page=2', '/app/work/tasks/1#notes'])
      assert.equal(safeNext(next), next)
  })

  it('is never another site, however it is written', () => {
    for (const next of [
      '//evil.example',
      '//evil.example/app',
      'https://evil.example/app',
      '/\\evil.example',
      '/app\\..\\..\\evil',
      '/app/../../evil',
      '/app/%2e%2e/evil',
      '/app/..//evil.example',
      '/app//evil.example',
      '/app\n//evil.example',
      '/application',
      '/api/auth/me',
      'javascript:alert(1)',
      ' /app',
      '',
      null,
      undefined,
    ])
      assert.equal(safeNext(next), undefined, String(next))
  })

  it('is not a sign-in page again', () => {
    assert.equal(safeNext('/app/sign-in?next=/app'), undefined)
    assert.equal(safeNext('/app/reset'), undefined)
  })

  it('is the technician app for technicians only, the desk for everybody else', () => {
    assert.equal(pathAfterSignIn(['TECHNICIAN'], undefined), '/app/work')
    assert.equal(pathAfterSignIn(['TECHNICIAN'], '/app/settings'), '/app/work')
    assert.equal(pathAfterSignIn(['TECHNICIAN'], '/app/work/waiting'), '/app/work/waiting')
    assert.equal(pathAfterSignIn(['TECHNICIAN'], '/app/workshop'), '/app/work')
    assert.equal(pathAfterSignIn(['TECHNICIAN', 'MANAGER'], undefined), '/app/')
    assert.equal(pathAfterSignIn(['ADMIN'], '/app/work'), '/app/work')
    assert.equal(pathAfterSignIn(['ADMIN'], '//evil.example'), '/app/')
  })
})

describe('The address of a mailed link', () => {
  it('holds the token in its fragment', () => {
    assert.equal(tokenOf('#token=abc.DEF-_'), 'abc.DEF-_')
    for (const none of ['', '#', '#token=', '#content']) assert.equal(tokenOf(none), undefined)
  })

  it('names the page; an unknown one is the sign-in page', () => {
    assert.equal(pageOf('/app/welcome'), 'welcome')
    assert.equal(pageOf('/app/reset/'), 'reset')
    assert.equal(pageOf('/app/forgot'), 'reset')
    assert.equal(pageOf('/app/nothing'), 'sign-in')
  })
})

describe('What is typed', () => {
  it('is a code when it has six digits, pasted with blanks or hyphens', () => {
    assert.equal(codeDigits(' 123 456 '), '123456')
    assert.equal(codeDigits('123-456'), '123456')
    for (const wrong of ['12345', '1234567', 'abcdef', '']) assert.equal(codeDigits(wrong), undefined)
  })

  it('is an address when it has the form of one', () => {
    for (const email of ['ana@example.org', ' ana@localhost ']) assert.equal(looksLikeEmail(email), true)
    for (const email of ['', 'ana', 'ana@', '@example.org', 'a b@example.org', 'ana@example.'])
      assert.equal(looksLikeEmail(email), false)
  })

  it('is a long enough password by code points, as the service counts', () => {
    assert.equal(isLongEnough('🔑'.repeat(12), 12), true)
    assert.equal(isLongEnough('🔑'.repeat(11), 12), false)
  })
})
