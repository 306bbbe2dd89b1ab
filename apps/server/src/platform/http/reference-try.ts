/** "Try it" of /docs: a curl command for each endpoint, and a form for reads. */
import type { TObject } from 'typebox'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { documented } from '#contracts/kit/example.ts'
import { escapeHtml } from './html.ts'

const namesIn = (schema: TObject | undefined): string[] => Object.keys(schema?.properties ?? {})

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const signatureHeaders = { slack: 'X-Slack-Signature', stripe: 'Stripe-Signature' } as const

const headerOf = ({ access }: Endpoint): string[] => {
  switch (access.kind) {
    case 'public':
    case 'entry':
    case 'slackOauth':
      return []
    case 'signed':
      return [`-H "${signatureHeaders[access.by]}: $SIGNATURE"`]
    case 'tenant':
    case 'scout':
    case 'arena':
    case 'superAdmin':
      return ['-H "Authorization: Bearer $ACCESS_TOKEN"']
    case 'system':
      return ['-H "X-System-Secret: $SYSTEM_SECRET"']
    default:
      return access satisfies never
  }
}

/** A shell command; placeholders are in capitals. */
export const curlOf = (spec: Endpoint, baseUrl: string): string => {
  const { params = {}, query = {}, body } = spec.example?.(documented) ?? {}
  const path = spec.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  const search = new URLSearchParams(query).toString()
  return [
    `curl -X ${spec.method} ${quoted(baseUrl + path + (search && `?${search}`))}`,
    ...headerOf(spec),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ')
}

const fieldOf = (kind: 'p' | 'q', name: string): string =>
  `<label>${escapeHtml(name)} <input name="${kind}.${escapeHtml(name)}"${kind === 'p' ? ' required' : ''} autocomplete="off"></label>`

/**
 * Only reads can be tried, so that the documentation page cannot change anything by accident. The script shows the
 * form.
 */
const formOf = (spec: Endpoint): string =>
  spec.method === 'GET' && !spec.file && !spec.stream && !spec.redirect
    ? `<form hidden data-path="${spec.path}" data-access="${spec.access.kind}">${[
        ...namesIn(spec.params).map((name) => fieldOf('p', name)),
        ...namesIn(spec.query).map((name) => fieldOf('q', name)),
      ].join('')}<button>Try it</button><pre role="status" tabindex="0" hidden></pre></form>`
    : ''

export const tryOf = (spec: Endpoint, baseUrl: string): string =>
  `<h4>Try it</h4><pre tabindex="0">${escapeHtml(curlOf(spec, baseUrl))}</pre>${formOf(spec)}`

/** The token stays in the memory of the page and is sent to this server only. */
export const tokenField = `<p id="try" hidden><label>Your access token, API key or system secret, for the forms below <input id="token" type="password" autocomplete="off" spellcheck="false"></label></p>`

export const script = `
const token=document.getElementById('token')
document.getElementById('try').hidden=false
for(const form of document.forms){
form.hidden=false
form.addEventListener('submit',async(event)=>{
event.preventDefault()
const out=form.querySelector('pre'),query=new URLSearchParams()
let path=form.dataset.path
for(const [name,value] of new FormData(form)){
if(name[0]==='p')path=path.replace(':'+name.slice(2),encodeURIComponent(value.trim()))
else if(value.trim()!=='')query.set(name.slice(2),value.trim())
}
const key=token.value.trim(),headers={}
if(key!==''&&form.dataset.access==='system')headers['X-System-Secret']=key
else if(key.startsWith('wk_live_'))headers['X-API-Key']=key
else if(key!==''&&form.dataset.access==='tenant')headers.Authorization='Bearer '+key
out.hidden=false
out.textContent='…'
try{
const reply=await fetch(path+(query.size>0?'?'+query:''),{headers})
const text=await reply.text()
let shown=text
try{shown=JSON.stringify(JSON.parse(text),null,2)}catch{}
out.textContent=reply.status+'\\n'+shown
}catch{out.textContent='The server could not be reached. Try again in a moment.'}
})
}`
