/** Grants given to and received from other organisations. */
import { Link } from '@tanstack/react-router'
import {
  answerGrant,
  endGrant,
  type Grant,
  type GrantState,
  type listGrants,
  offerGrant,
  viewGrant,
} from '#contracts/sharing/grants.ts'
import { callOf } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import type { UseList } from '#desk-kit/list/declaration.ts'
import { Confirm } from '#desk-kit/parts/confirm.tsx'
import { Mark, type Tone } from '#desk-kit/parts/mark.tsx'
import { When } from '#desk-kit/parts/when.tsx'
import { adminMessages } from '../admin/messages.ts'
import { Ends } from './link-text.tsx'
import { sharingMessages } from './messages.ts'
import { Offer } from './offer.tsx'

const tones: Readonly<Record<GrantState, Tone>> = {
  OFFERED: 'info',
  ACCEPTED: 'good',
  REVOKED: 'muted',
  EXPIRED: 'muted',
}

const isReadable = ({ direction, state }: Grant): boolean => direction === 'RECEIVED' && state === 'ACCEPTED'
const isOver = ({ state }: Grant): boolean => state === 'REVOKED' || state === 'EXPIRED'

export const useList: UseList<typeof listGrants> = () => {
  const { words } = useMessages()
  const t = useMessages(sharingMessages)
  const house = useMessages(adminMessages)
  const { list, number } = useFormat()
  const answer = ({ id }: Grant, accept: boolean) => callOf(answerGrant, { params: { id }, body: { accept } })
  return {
    name: ({ other }) => other.name,
    help: t.grantsHelp,
    first: { title: t.noGrantsTitle, help: t.noGrantsHelp },
    filters: [
      {
        of: 'direction',
        label: t.direction,
        choices: (['GIVEN', 'RECEIVED'] as const).map((value) => ({ value, label: t.directions[value] })),
      },
      { of: 'state', label: t.state, words: t.grantStates },
    ],
    create: [{ label: t.offer, by: offerGrant, layer: (close) => <Offer onClose={close} /> }],
    opens: (grant) =>
      isReadable(grant) && {
        label: grant.other.name,
        by: viewGrant,
        link: (props) => <Link {...props} to="/partners/$id" params={{ id: grant.id }} />,
      },
    columns: [
      {
        key: 'other',
        head: t.partner,
        cell: ({ other }) => other.name,
        below: ({ direction }) => t.directions[direction],
      },
      {
        key: 'state',
        head: t.state,
        cell: ({ state }) => <Mark tone={tones[state]}>{t.grantStates[state]}</Mark>,
      },
      {
        key: 'measures',
        head: t.measures,
        cell: ({ measures }) => list(measures.map((measure) => t.measureNames[measure])),
      },
      {
        key: 'places',
        head: t.where,
        wide: true,
        cell: ({ places }) => (places.length === 0 ? house.everywhere : list(places)),
      },
      { key: 'until', head: t.until, cell: ({ until }) => <Ends expiresAt={until} /> },
      {
        key: 'reads',
        head: t.reads,
        cell: ({ direction, reads }) => (direction === 'GIVEN' ? number(reads) : '–'),
        below: ({ lastReadAt }) => (lastReadAt ? <When at={lastReadAt} /> : null),
      },
    ],
    actions: (grant) => {
      const { id, other, direction, state } = grant
      const isOffer = direction === 'RECEIVED' && state === 'OFFERED'
      return [
        isOffer && { label: t.accept, message: t.accepted, call: answer(grant, true) },
        isOffer && { label: t.decline, message: t.declined, call: answer(grant, false) },
        !isOffer &&
          !isOver(grant) && {
            label: t.endGrant,
            by: endGrant,
            layer: (close) => (
              <Confirm
                title={t.endGrantTitle({ name: other.name })}
                submit={t.endGrant}
                call={callOf(endGrant, { params: { id } })}
                onClose={close}
                onDone={() => close(t.ended)}
              >
                {direction === 'GIVEN'
                  ? t.endGrantGiven({ name: other.name })
                  : t.endGrantReceived({ name: other.name })}
              </Confirm>
            ),
          },
        // Ended or expired, so nobody loses access.
        isOver(grant) && { label: words.remove, call: callOf(endGrant, { params: { id } }) },
      ]
    },
  }
}
