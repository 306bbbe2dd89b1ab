/** Code samples that verify a webhook signature. */

export const verifyCode = {
  node: `import express from 'express'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET)
const app = express()

app.post('/', express.text({ type: '*/*' }), (request, response) => {
  try {
    const event = webhook.verify(request.body, request.headers)
    response.sendStatus(204)
    console.log(event.id, event.type, event.data.id)
  } catch {
    response.sendStatus(401)
  }
})
app.listen(8080)
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
