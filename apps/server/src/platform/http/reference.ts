/** /docs/reference: the API reference as one page from the contracts; readable without JavaScript, which only runs the forms. */
import { createHash } from 'node:crypto'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { errorStatus } from '#contracts/kit/vocabulary.ts'
import { describeEndpoint } from './describe-endpoint.ts'
import { escapeHtml } from './html.ts'
import { script, tokenField, tryOf } from './reference-try.ts'

interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly 'x-format'?: string
}

const bounds = (schema: Schema): string => {
  const parts: string[] = []
  if (schema.minimum !== undefined || schema.maximum !== undefined)
    parts.push(`${schema.minimum ?? '…'} to ${schema.maximum ?? '…'}`)
  if (schema.maxLength !== undefined) parts.push(`${schema.minLength ?? 0} to ${schema.maxLength} characters`)
  if (schema.maxItems !== undefined) parts.push(`at most ${schema.maxItems}`)
  return parts.length > 0 ? ` (${parts.join(', ')})` : ''
}

/** Describes a type: `string (1 to 120 characters) or null`. */
const typeOf = (schema: Schema): string => {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}${bounds(schema)}`
  if (schema['x-format']) return schema['x-format']
  if (schema.pattern?.includes('[0-9a-f]{8}')) return 'id'
  return `${schema.type ?? 'any'}${bounds(schema)}`
}

const fieldsOf = (schema: Schema, depth = 0): string => {
  const object = schema.anyOf?.find((option) => option.type === 'object') ?? schema
  const inner = object.type === 'array' ? object.items : object
  if (!inner?.properties || depth > 3) return ''
  const required = new Set(inner.required ?? [])
  const rows = Object.entries(inner.properties)
    .map(
      ([name, property]) =>
        `<li><code>${escapeHtml(name)}</code>${required.has(name) ? '' : ' <small>optional</small>'} <span>${escapeHtml(typeOf(property))}</span>${fieldsOf(property, depth + 1)}</li>`,
    )
    .join('')
  return `<ul>${rows}</ul>`
}

const codesOf = (markdown: string): string => escapeHtml(markdown).replace(/`([^`]*)`/g, '<code>$1</code>')

const section = (title: string, schema: unknown): string =>
  schema ? `<h4>${title}</h4>${fieldsOf(schema as Schema) || '<p>none</p>'}` : ''

const movesOf = ({ moves = [] }: Endpoint): string =>
  moves.length === 0
    ? ''
    : `<h4>States</h4><ul>${moves
        .map(
          ({ from, to, by }) =>
            `<li><code>${from.join('</code>, <code>')}</code> → <code>${to}</code> <small>by ${by.join(', ')}</small></li>`,
        )
        .join('')}</ul>`

const statusOf = ({ status = 200, createsUnless }: Endpoint): string =>
  createsUnless === undefined ? `${status}` : `${status}, with <code>${createsUnless}</code> 200`

const answerOf = (spec: Endpoint): string => {
  if (spec.file)
    return `<h4>Answer</h4><p>${spec.file.map((type) => `<code>${type}</code>`).join(' or ')}</p>`
  if (spec.stream)
    return section('Answer <code>text/event-stream</code>: <code>data</code> of each event', spec.stream)
  if (spec.redirect) return '<h4>Answer</h4><p>302 to another address</p>'
  if (spec.plain) return section(`Answer ${statusOf(spec)}: without the envelope`, spec.plain)
  return (
    section(
      spec.list ? `Answer ${statusOf(spec)}: a page of` : `Answer ${statusOf(spec)}: <code>data</code>`,
      spec.list ?? spec.data,
    ) + (spec.about ? section('Beside <code>data</code>', spec.about) : '')
  )
}

const entry = (spec: Endpoint, baseUrl: string): string => `
<details id="${spec.name}"><summary><b class="${spec.method}">${spec.method}</b> <code>${escapeHtml(spec.path)}</code> <span>${escapeHtml(spec.summary)}</span></summary>
<p>${codesOf(describeEndpoint(spec))}</p>
${section('Path', spec.params)}${section('Query', spec.query)}${section('Body', spec.body)}${movesOf(spec)}${answerOf(spec)}
${spec.errors?.length ? `<h4>Own errors</h4><p>${spec.errors.map((code) => `<code>${code}</code>`).join(', ')}</p>` : ''}
${tryOf(spec, baseUrl)}
</details>`

const style = `
:root{color-scheme:light dark;--bg:#FAF9F6;--text:#1B1C1A;--muted:#575349;--line:#DAD6CC;--accent:#0E5A63}
@media(prefers-color-scheme:dark){:root{--bg:#141613;--text:#ECEBE5;--muted:#B5B2A8;--line:#3A3F38;--accent:#6CC5CE}}
body{background:var(--bg);color:var(--text);font:15px/1.5 system-ui,sans-serif;max-width:960px;margin:0 auto;padding:24px 16px 64px}
h1{font-size:32px;line-height:1.2}h2{font-size:20px;margin:40px 0 8px;text-transform:capitalize}h4{margin:12px 0 4px}
pre{overflow-x:auto;border:1px solid var(--line);padding:8px;font-size:13px;max-height:320px}
form{display:flex;flex-wrap:wrap;gap:8px;align-items:end}form[hidden]{display:none}form pre{flex-basis:100%;min-width:0;box-sizing:border-box}label{display:block;font-size:13px;max-width:100%}
input{display:block;box-sizing:border-box;width:100%;min-height:40px}input,button{font:inherit;background:var(--bg);color:var(--text);border:1px solid var(--muted);border-radius:4px;padding:4px 8px;box-sizing:border-box}button{min-height:40px;cursor:pointer}
a{color:var(--accent)}code{font-size:13px;overflow-wrap:anywhere}small,summary span,li span{color:var(--muted)}
details{border-top:1px solid var(--line);padding:8px 0}summary{cursor:pointer;min-height:24px}
summary b{display:inline-block;min-width:60px;font-size:13px}nav{display:flex;flex-wrap:wrap}nav a{margin-right:12px}
:focus-visible{outline:3px solid var(--text);outline-offset:2px}ul{padding-left:20px;margin:4px 0}table{border-collapse:collapse}td,th{border-top:1px solid var(--line);padding:4px 12px 4px 0;text-align:left}`

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

export const referencePolicy = `default-src 'none'; style-src '${hashOf(style)}'; script-src '${hashOf(script)}'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'`

export const renderReference = (endpoints: readonly Endpoint[], baseUrl: string): string => {
  const modules = [...new Set(endpoints.map((spec) => spec.module))]
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>API reference · Wellkept</title><style>${style}</style></head><body>
<p><a href="/docs">Documentation</a></p><h1>API reference</h1>
<p>${endpoints.length} endpoints at <code>${escapeHtml(baseUrl)}</code>. Machine-readable: <a href="/openapi.json">OpenAPI 3.1</a>.</p>
<nav>${modules.map((name) => `<a href="#${name}">${name}</a>`).join('')}<a href="#errors">errors</a></nav>
<h2>First steps</h2>
<p>Sign in with <a href="#login">POST /api/auth/login</a> and send <code>Authorization: Bearer ACCESS_TOKEN</code>. Every JSON answer carries <code>success</code>: with <code>data</code>, or with <code>error</code> for people and <code>code</code> for programs. Lists take <code>page</code> and <code>pageSize</code> (at most 100) and answer <code>total</code> and <code>totalPages</code>. A rejected request says in <code>Retry-After</code> when to try again.</p>
${tokenField}
${modules
  .map(
    (name) =>
      `<h2 id="${name}">${name}</h2>${endpoints
        .filter((spec) => spec.module === name)
        .map((spec) => entry(spec, baseUrl))
        .join('')}`,
  )
  .join('')}
<h2 id="errors">Errors</h2><table><tr><th>Code</th><th>Status</th></tr>${Object.entries(errorStatus)
    .map(
      ([code, status]) =>
        `<tr><td><a href="/docs/errors/${code}"><code>${code}</code></a></td><td>${status}</td></tr>`,
    )
    .join('')}</table>
<script>${script}</script></body></html>`
}
