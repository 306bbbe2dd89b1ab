/** ADM-10: members and invitations with roles. */
import {
  deleteUser,
  inviteUser,
  type listUsers,
  type MemberState,
  resendInvite,
  updateUser,
} from '#contracts/team.ts'
import { callOf } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import type { UseList } from '#desk-kit/list/declaration.ts'
import { Confirm } from '#desk-kit/parts/confirm.tsx'
import { Mark, type Tone } from '#desk-kit/parts/mark.tsx'
import { When } from '#desk-kit/parts/when.tsx'
import { adminMessages } from '../messages.ts'
import { missingMessages } from '../missing/messages.ts'
import { EditMember } from './edit-member.tsx'
import { Invite } from './invite.tsx'
import { teamMessages } from './messages.ts'

const tones: Record<MemberState, Tone> = { ACTIVE: 'good', INVITED: 'info', DISABLED: 'muted' }

export const useList: UseList<typeof listUsers> = () => {
  const { words } = useMessages()
  const missing = useMessages(missingMessages)
  const t = useMessages(teamMessages)
  const house = useMessages(adminMessages)
  const own = useMe().user?.id
  return {
    name: ({ name }) => name,
    search: t.search,
    first: { title: t.noneTitle },
    quota: 'members',
    filters: [
      { of: 'role', label: t.roles, words: words.role },
      { of: 'state', label: house.state, words: t.states },
      { of: 'lacking', label: missing.lacking, words: missing.ofPeople },
      { of: 'building', label: words.building, from: 'buildings' },
    ],
    create: [{ label: t.invite, by: inviteUser, layer: (close) => <Invite onClose={close} /> }],
    opens: (member) => ({
      label: words.edit,
      by: updateUser,
      layer: (close) => <EditMember member={member} onClose={close} />,
    }),
    columns: [
      { key: 'name', head: words.name, cell: ({ name }) => name, below: ({ email }) => email },
      {
        key: 'roles',
        head: t.roles,
        cell: ({ roles }) => roles.map((role) => words.role[role]).join(', '),
      },
      {
        key: 'state',
        head: house.state,
        cell: ({ state }) => <Mark tone={tones[state]}>{t.states[state]}</Mark>,
        below: ({ state, invitedAt }) => (state === 'INVITED' && invitedAt ? <When at={invitedAt} /> : null),
      },
      {
        key: 'lastSignInAt',
        head: t.lastSignIn,
        wide: true,
        cell: ({ lastSignInAt }) =>
          lastSignInAt ? <When at={lastSignInAt} /> : <span className="quiet">–</span>,
      },
    ],
    actions: (member) => {
      const { id, version, name, email, state, active } = member
      return [
        {
          label: words.edit,
          by: updateUser,
          layer: (close) => <EditMember member={member} onClose={close} />,
        },
        state === 'INVITED' && {
          label: t.resend,
          call: callOf(resendInvite, { params: { id } }),
          message: t.resent({ email }),
        },
        id !== own &&
          state !== 'INVITED' && {
            label: active ? t.deactivate : t.activate,
            call: callOf(updateUser, { params: { id }, ifMatch: version, body: { active: !active } }, true),
          },
        id !== own && {
          label: t.remove,
          by: deleteUser,
          layer: (close) => (
            <Confirm
              title={t.removeTitle({ name })}
              submit={t.remove}
              call={callOf(deleteUser, { params: { id }, ifMatch: version }, true)}
              onClose={close}
            >
              {t.removeHelp}
            </Confirm>
          ),
        },
      ]
    },
  }
}
