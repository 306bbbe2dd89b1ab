/** ADM-10: who works here, with which roles, and who has been invited. */
import { Button, Checkbox, Menu, NativeSelect, TextInput } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import {
  deleteUser,
  listUsers,
  type Member,
  type MemberState,
  memberStates,
  resendInvite,
  updateUser,
} from '#contracts/admin/users.ts'
import { type Role, roles, type VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import { useAct, useApi } from '../../lib/api.ts'
import { useT } from '../../lib/language.tsx'
import { useMe } from '../../lib/me.ts'
import { Confirm, FormDialog } from '../../parts/dialog.tsx'
import { FilterBar, FilterMenu, SearchField } from '../../parts/filters.tsx'
import { Mark, type Tone } from '../../parts/mark.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Answer, ErrorPanel, Filtered, Needs } from '../../parts/states.tsx'
import { type Column, Pager, Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { useBuildingChoices } from '../choices.ts'
import type { TeamSearch } from '../search.ts'
import { Invite } from './invite.tsx'

const route = getRouteApi('/team')
const tones: Record<MemberState, Tone> = { ACTIVE: 'good', INVITED: 'info', DISABLED: 'muted' }

const isFiltered = ({ page: _page, sort: _sort, ...filters }: TeamSearch): boolean =>
  Object.values(filters).some((value) => value !== undefined)

const Edit = ({ member, onClose }: { member: Member; onClose: () => void }) => {
  const { team, words } = useT()
  const buildings = useBuildingChoices()
  const save = useAct(updateUser)
  const before = {
    name: member.name,
    roles: member.roles as Role[],
    language: (member.language ?? '') as VisitorLanguage | '',
    buildingIds: member.buildingIds as string[],
  }
  const [draft, setDraft] = useState(before)
  const toggle = <T,>(list: readonly T[], one: T): T[] =>
    list.includes(one) ? list.filter((entry) => entry !== one) : [...list, one]
  const problem =
    draft.name.trim() === '' ? team.nameNeeded : draft.roles.length === 0 ? team.roleNeeded : undefined
  return (
    <FormDialog
      title={team.editTitle(member.name)}
      opened
      onClose={onClose}
      dirty={JSON.stringify(draft) !== JSON.stringify(before)}
      submit={words.save}
      problem={problem}
      busy={save.isPending}
      error={save.error}
      onSubmit={() =>
        save.mutate(
          {
            params: { id: member.id },
            ifMatch: member.version,
            body: {
              name: draft.name.trim(),
              roles: draft.roles,
              buildingIds: draft.buildingIds,
              ...(draft.language ? { language: draft.language } : {}),
            },
          },
          { onSuccess: onClose },
        )
      }
    >
      <TextInput
        data-autofocus
        label={words.name}
        maxLength={120}
        value={draft.name}
        onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
      />
      <fieldset>
        <legend>{team.roles}</legend>
        {roles.map((role) => (
          <Checkbox
            key={role}
            label={words.role[role]}
            description={team.roleHelp[role]}
            checked={draft.roles.includes(role)}
            onChange={() => setDraft({ ...draft, roles: toggle(draft.roles, role) })}
          />
        ))}
      </fieldset>
      <NativeSelect
        label={team.language}
        value={draft.language}
        onChange={(event) =>
          setDraft({ ...draft, language: event.currentTarget.value as VisitorLanguage | '' })
        }
        data={[
          ...(draft.language ? [] : [{ value: '', label: team.likeTenant }]),
          ...Object.entries(words.languages).map(([value, label]) => ({ value, label })),
        ]}
      />
      <fieldset>
        <legend>{team.covers}</legend>
        <small>{team.coversHelp}</small>
        {buildings.choices.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={draft.buildingIds.includes(value)}
            onChange={() => setDraft({ ...draft, buildingIds: toggle(draft.buildingIds, value) })}
          />
        ))}
      </fieldset>
    </FormDialog>
  )
}

const Remove = ({ member, onClose }: { member: Member; onClose: () => void }) => {
  const { team } = useT()
  const remove = useAct(deleteUser, { withMe: true })
  return (
    <Confirm
      title={team.removeTitle(member.name)}
      opened
      onClose={onClose}
      submit={team.remove}
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() =>
        remove.mutate({ params: { id: member.id }, ifMatch: member.version }, { onSuccess: onClose })
      }
    >
      {team.removeHelp}
    </Confirm>
  )
}

const Members = () => {
  const t = useT()
  const me = useMe()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const activate = useAct(updateUser, { withMe: true })
  const resend = useAct(resendInvite)
  const [said, setSaid] = useState('')
  const [layer, setLayer] = useState<{ kind: 'invite' } | { kind: 'edit' | 'remove'; member: Member }>()
  const sort = search.sort ?? 'name'
  const list = useApi(
    listUsers,
    {
      query: {
        q: search.q,
        role: search.role,
        state: search.state,
        building: search.building,
        sort,
        page: search.page,
        pageSize: 50,
      },
    },
    { keep: true },
  )
  const set = useCallback(
    (change: TeamSearch): void =>
      void navigate({ search: (before) => ({ ...before, page: undefined, ...change }) }),
    [navigate],
  )
  const clear = (): void => void navigate({ search: {} })
  const close = (): void => setLayer(undefined)
  const columns: Column<Member>[] = [
    {
      key: 'name',
      head: t.words.name,
      sort: 'name',
      cell: (member) => (
        <>
          <button
            type="button"
            className="as-link row-name"
            data-row-link
            onClick={() => setLayer({ kind: 'edit', member })}
          >
            {member.name}
          </button>
          <small>{member.email}</small>
        </>
      ),
    },
    {
      key: 'roles',
      head: t.team.roles,
      cell: (member) => member.roles.map((role) => t.words.role[role]).join(', '),
    },
    {
      key: 'state',
      head: t.house.state,
      cell: (member) => (
        <>
          <Mark tone={tones[member.state]}>{t.team.states[member.state]}</Mark>
          {member.state === 'INVITED' && member.invitedAt ? (
            <small>
              <When at={member.invitedAt} />
            </small>
          ) : null}
        </>
      ),
    },
    {
      key: 'last',
      head: t.team.lastSignIn,
      sort: 'lastSignInAt',
      wide: true,
      cell: (member) =>
        member.lastSignInAt ? <When at={member.lastSignInAt} /> : <span className="quiet">–</span>,
    },
    {
      key: 'acts',
      head: t.words.edit,
      acts: true,
      end: true,
      cell: (member) => (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button size="compact-sm" aria-label={`${t.tasks.more}: ${member.name}`}>
              {t.tasks.more}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => setLayer({ kind: 'edit', member })}>{t.words.edit}</Menu.Item>
            {member.state === 'INVITED' ? (
              <Menu.Item
                onClick={() =>
                  resend.mutate(
                    { params: { id: member.id } },
                    { onSuccess: () => setSaid(t.team.resent(member.email)) },
                  )
                }
              >
                {t.team.resend}
              </Menu.Item>
            ) : null}
            {member.id === me.user?.id || member.state === 'INVITED' ? null : (
              <Menu.Item
                onClick={() =>
                  activate.mutate({
                    params: { id: member.id },
                    ifMatch: member.version,
                    body: { active: !member.active },
                  })
                }
              >
                {member.active ? t.team.deactivate : t.team.activate}
              </Menu.Item>
            )}
            {member.id === me.user?.id ? null : (
              <Menu.Item onClick={() => setLayer({ kind: 'remove', member })}>{t.team.remove}</Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      ),
    },
  ]
  const error = activate.error ?? resend.error
  return (
    <Screen
      title={t.places.team}
      actions={
        <Button variant="filled" onClick={() => setLayer({ kind: 'invite' })}>
          {t.team.invite}
        </Button>
      }
    >
      <FilterBar active={isFiltered(search)} onClear={clear}>
        <SearchField label={t.team.search} value={search.q} onChange={(q) => set({ q })} />
        <FilterMenu
          label={t.team.roles}
          choices={roles.map((role) => ({ value: role, label: t.words.role[role] }))}
          chosen={search.role}
          onChange={(role) => set({ role: role as TeamSearch['role'] })}
        />
        <FilterMenu
          label={t.house.state}
          choices={memberStates.map((state) => ({ value: state, label: t.team.states[state] }))}
          chosen={search.state}
          onChange={(state) => set({ state: state as TeamSearch['state'] })}
        />
      </FilterBar>
      <p role="status">{said}</p>
      {error ? <ErrorPanel error={error} quota="members" /> : null}
      <Answer of={list}>
        {(page) =>
          page.total === 0 ? (
            <Filtered onClear={clear} />
          ) : (
            <>
              <Table
                caption={t.places.team}
                columns={columns}
                rows={page.items}
                sort={sort}
                onSort={(next) => set({ sort: next as TeamSearch['sort'] })}
                waiting={list.isPlaceholderData}
              />
              <Pager page={page.page} totalPages={page.totalPages} total={page.total} />
            </>
          )
        }
      </Answer>
      {layer?.kind === 'invite' ? <Invite onClose={close} /> : null}
      {layer?.kind === 'edit' ? <Edit member={layer.member} onClose={close} /> : null}
      {layer?.kind === 'remove' ? <Remove member={layer.member} onClose={close} /> : null}
    </Screen>
  )
}

export const Team = () => (
  <Needs level="ADMIN" title={useT().places.team}>
    <Members />
  </Needs>
)
