/** What a receiver does with a call, as code that can be taken as it is. */

export const verifyCode = {
  node: `import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET)

createServer(async (request, response) => {
  const parts = await request.toArray()
  try {
    const event = webhook.verify(Buffer.concat(parts).toString(), request.headers)
    response.writeHead(204).end()
    console.log(event.id, event.type, event.data.id)
  } catch {
    response.writeHead(401).end()
  }
}).listen(8080)
`,
  python: `import os
from flask import Flask, request
from standardwebhooks import Webhook, WebhookVerificationError

app = Flask(__name__)
webhook = Webhook(os.environ["WEBHOOK_SECRET"])

@app.post("/")
def hear():
    try:
        event = webhook.verify(request.get_data(as_text=True), dict(request.headers))
    except WebhookVerificationError:
        return "", 401
    print(event["id"], event["type"], event["data"]["id"])
    return "", 204
`,
} as const
export type VerifyLanguage = keyof typeof verifyCode
