import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { arrivalOf, invitedOf, ownQuery, pageOf } from '../src/address.ts'
import { codeDigits, isLongEnough, looksLikeEmail } from '../src/check.ts'
import { offersOf } from '../src/offers.ts'
import { pathAfterSignIn, safeNext } from '../src/onward.ts'

describe('Where a person goes after signing in', () => {
  it('is a path of the team’s apps', () => {
    for (const next of [
      '/app',
      '/app/',
      '/app/tasks?status=OPEN&page=2',
      '/app/work/tasks/1#notes',
      '/arena',
      '/arena/points',
    ])
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
      '/arenas',
      '/arena/../api',
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
    assert.equal(pathAfterSignIn(['TECHNICIAN'], '/arena/points'), '/arena/points')
    assert.equal(pathAfterSignIn(['TECHNICIAN', 'MANAGER'], undefined), '/app/')
    assert.equal(pathAfterSignIn(['ADMIN'], '/app/work'), '/app/work')
    assert.equal(pathAfterSignIn(['ADMIN'], '//evil.example'), '/app/')
  })
})

describe('The address of a mailed link', () => {
  it('holds the token in its fragment', () => {
    assert.deepEqual(arrivalOf('#token=abc.DEF-_', ''), { kind: 'LINK', token: 'abc.DEF-_' })
    assert.deepEqual(arrivalOf('#token=abc&organisation=House%20Ltd&name=Ana', ''), {
      kind: 'LINK',
      token: 'abc',
    })
    assert.deepEqual(invitedOf('#token=abc&organisation=House%20Ltd&name=Ana'), {
      organisation: 'House Ltd',
      name: 'Ana',
    })
    assert.equal(invitedOf('#token=abc'), undefined)
    for (const none of ['', '#', '#token=', '#content'])
      assert.deepEqual(arrivalOf(none, ''), { kind: 'PLAIN' })
  })

  it('names the page; an unknown one is the sign-in page', () => {
    assert.equal(pageOf('/app/welcome'), 'welcome')
    assert.equal(pageOf('/app/reset/'), 'reset')
    assert.equal(pageOf('/app/forgot'), 'reset')
    assert.equal(pageOf('/app/nothing'), 'sign-in')
  })
})

describe('What has arrived', () => {
  it('is told apart by where it stands: links and Google in the fragment, Microsoft in the query', () => {
    for (const [fragment, query, expected] of [
      ['', '', { kind: 'PLAIN' }],
      ['#content', '?next=/app/tasks', { kind: 'PLAIN' }],
      ['#token=abc', '', { kind: 'LINK', token: 'abc' }],
      ['#sso=abc', '?next=/app', { kind: 'ORGANISATION', token: 'abc' }],
      ['#id_token=a.b.c&state=s', '', { kind: 'GOOGLE', credential: 'a.b.c', state: 's' }],
      ['#id_token=a.b.c', '', { kind: 'GOOGLE', credential: 'a.b.c', state: '' }],
      ['#error=access_denied&state=s', '', { kind: 'REFUSED', error: 'access_denied', state: 's' }],
      ['', '?error=access_denied&state=s', { kind: 'REFUSED', error: 'access_denied', state: 's' }],
      ['', '?error=x&code=c&state=s', { kind: 'REFUSED', error: 'x', state: 's' }],
      ['', '?code=c&state=s', { kind: 'MICROSOFT', code: 'c', state: 's' }],
      ['#trouble=SPENT', '', { kind: 'TROUBLE', code: 'SPENT' }],
      // Tokens are read only from the fragment, which is not sent to servers.
      ['', '?token=abc&sso=abc&id_token=a.b.c', { kind: 'PLAIN' }],
    ] as const)
      assert.deepEqual(arrivalOf(fragment, query), expected, fragment + query)
  })

  it('leaves nothing of a provider in the query, and keeps what is our own', () => {
    assert.equal(ownQuery('?code=c&state=s&session_state=t&next=%2Fapp%2Ftasks'), '?next=%2Fapp%2Ftasks')
    assert.equal(ownQuery('?error=x&error_description=y&state=s'), '')
    assert.equal(ownQuery(''), '')
  })

  it('offers no way that needs the service where the page has no data, and asks for twelve characters', () => {
    assert.deepEqual(offersOf({}), {
      google: false,
      microsoft: false,
      organisation: false,
      leastPassword: 12,
      microsoftReturn: undefined,
    })
    assert.equal(offersOf({ ways: 'microsoft', passwordMinLength: '8' }).leastPassword, 8)
    assert.equal(offersOf({ ways: 'microsoft' }).microsoft, true)
  })
})

describe('What is typed', () => {
  it('is a code when it has six digits, pasted with blanks or hyphens', () => {
    assert.equal(codeDigits(' 123 456 '), '123456')
    assert.equal(codeDigits('123-456'), '123456')
    for (const wrong of ['12345', '1234567', 'abcdef', '']) assert.equal(codeDigits(wrong), undefined)
  })

  it('is a code in the digits of the own language too', () => {
    for (const typed of ['٤٢٩١٧٠', '۴۲۹۱۷۰', '４２９ １７０']) assert.equal(codeDigits(typed), '429170')
    assert.equal(codeDigits('٤٢٩١٧'), undefined)
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
