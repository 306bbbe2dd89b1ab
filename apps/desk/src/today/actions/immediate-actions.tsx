/** Actions without a form: executed when pressed. */
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#client/errors.ts'
import { getAmenity } from '#contracts/places/amenities.ts'
import { rotateQrCode } from '#contracts/places/qr-codes.ts'
import { updateMailing } from '#contracts/sharing/mailings.ts'
import { type StatusItem, setStatusItemState } from '#contracts/status/items.ts'
import { testWebhook, updateWebhook, type Webhook } from '#contracts/webhooks.ts'
import { callOf, client, refreshAfter } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { formatCode } from '../../admin/qr/format-code.ts'
import { actionMessages } from './messages.ts'
import type { ActionProps, Outcome } from './outcome.ts'
import { changedSince } from './unchanged.ts'

export const atOnce = [
  'WORKS_AGAIN',
  'NEW_CODE',
  'TRY_WEBHOOK',
  'PAUSE_WEBHOOK',
  'SWITCH_ON',
  'RESUME_MAILING',
  'PAUSE_MAILING',
] as const
export type ImmediateActionName = (typeof atOnce)[number]

type Words = NonNullable<ReturnType<typeof actionMessages.at>>

const run = async (action: ImmediateActionName, item: ActionProps['item'], t: Words): Promise<Outcome> => {
  const params = { id: item.id }
  const mailing = (state: 'ACTIVE' | 'PAUSED') => callOf(updateMailing, { params, body: { state } }).send
  const switched = async (enabled: boolean, ifMatch?: number): Promise<() => Promise<unknown>> => {
    const answer = await callOf(updateWebhook, { params, ifMatch, body: { enabled } }).send()
    const { version } = answer as Webhook
    return () => switched(!enabled, version)
  }
  switch (action) {
    case 'WORKS_AGAIN': {
      const { amenity, subjectId } = item
      const now = async (): Promise<StatusItem> => {
        const { statusItems } = await client.call(getAmenity, { params: { id: amenity?.id ?? '' } })
        const found = statusItems.find(({ id }) => id === subjectId)
        if (!found) throw changedSince()
        return found
      }
      const set = (body: Pick<StatusItem, 'state' | 'note' | 'expectedEnd'>) =>
        callOf(setStatusItemState, { params: { id: subjectId ?? '' }, body }).send()
      const { state, note, expectedEnd } = await now()
      await set({ state: 'OPERATIONAL', note: null, expectedEnd: null })
      const undo = async (): Promise<void> => {
        const since = await now()
        if (since.state !== 'OPERATIONAL' || since.note !== null) throw changedSince()
        await set({ state, note, expectedEnd })
      }
      return { message: t.worksAgain, undo }
    }
    case 'NEW_CODE': {
      const { code } = await client.call(rotateQrCode, { params })
      void refreshAfter(rotateQrCode, true)
      return { message: t.newCode({ code: formatCode(code) }) }
    }
    case 'TRY_WEBHOOK': {
      const { error } = await client.call(testWebhook, { params })
      void refreshAfter(testWebhook)
      return error === null ? { message: t.tried } : { message: t.triedFailed, ended: false }
    }
    case 'PAUSE_WEBHOOK':
      return { message: t.paused, undo: await switched(false) }
    case 'SWITCH_ON':
      return { message: t.switchedOn, undo: await switched(true) }
    case 'RESUME_MAILING':
      await mailing('ACTIVE')()
      return { message: t.mailingResumed }
    case 'PAUSE_MAILING':
      await mailing('PAUSED')()
      return { message: t.mailingPaused }
    default:
      return action satisfies never
  }
}

export const ImmediateAction = ({ action, item, onDone }: ActionProps & { action: ImmediateActionName }) => {
  const t = useMessages(actionMessages)
  const begun = useRef(false)
  const [error, setError] = useState<ApiError>()
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    run(action, item, t).then(onDone, (fault: unknown) => {
      if (!(fault instanceof ApiError)) throw fault
      setError(fault)
    })
  })
  return error ? <ErrorPanel error={error} /> : null
}
