/** ADM-28: one checklist: its editor with the phone beside it, and older versions. */
import './checklist.css'
import { Button, NativeSelect } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  deleteInspectionTemplate,
  listInspectionTemplates,
  updateInspectionTemplate,
} from '#contracts/scout/admin-templates.ts'
import type { Template } from '#contracts/scout/templates.ts'
import { callOf, useAction, useApi } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Confirm } from '#desk-kit/parts/confirm.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { Screen } from '#desk-kit/parts/screen.tsx'
import { Empty, ErrorPanel, QueryView } from '#desk-kit/parts/states.tsx'
import { Breadcrumb } from '#desk-kit/shell/breadcrumb.tsx'
import { bodyOf, draftOf } from './draft.ts'
import { checklistMessages } from './messages.ts'
import { checklistOf, versionOf } from './search.ts'

const Editor = lazyComponent(async () => (await import('./editor.tsx')).Editor)

const Phone = lazyComponent(async () => (await import('./phone.tsx')).Phone)

const route = getRouteApi('/checklists/$id')

const ReadOnly = ({ template }: { template: Template }) => (
  <Phone name={template.name} sections={template.sections} passMark={template.passMark} language="" />
)

interface OlderProps {
  readonly newest: Template
  readonly version: number
}

const Older = ({ newest, version }: OlderProps) => {
  const t = useMessages(checklistMessages)
  const navigate = useNavigate()
  const update = useAction(updateInspectionTemplate)
  const { id } = newest
  const older = useApi(listInspectionTemplates, versionOf(id, version))
  return (
    <QueryView of={older}>
      {({ items: [template] }) =>
        template ? (
          <>
            <p>{t.olderNote}</p>
            {newest.state === 'PUBLISHED' ? (
              <div className="actions">
                <Button
                  loading={update.isPending}
                  onClick={() =>
                    update.mutate(
                      { params: { id }, ifMatch: newest.version, body: bodyOf(draftOf(template)) },
                      { onSuccess: () => void navigate({ to: '/checklists/$id', params: { id } }) },
                    )
                  }
                >
                  {t.restore}
                </Button>
              </div>
            ) : null}
            {update.error ? <ErrorPanel error={update.error} /> : null}
            <ReadOnly template={template} />
          </>
        ) : null
      }
    </QueryView>
  )
}

const VersionChoice = ({ newest, version }: OlderProps) => {
  const t = useMessages(checklistMessages)
  const navigate = useNavigate()
  const { id } = newest
  return (
    <NativeSelect
      aria-label={t.versions}
      value={String(version)}
      onChange={({ currentTarget }) => {
        const chosen = Number(currentTarget.value)
        void navigate({
          to: '/checklists/$id',
          params: { id },
          search: chosen === newest.version ? {} : { version: chosen },
        })
      }}
      data={[...Array(newest.version).keys()].reverse().map((before) => ({
        value: String(before + 1),
        label: (before + 1 === newest.version ? t.newest : t.version)({ version: before + 1 }),
      }))}
    />
  )
}

export const Page = () => {
  const { errors, places } = useMessages()
  const t = useMessages(checklistMessages)
  const { id } = route.useParams()
  const { version } = route.useSearch()
  const navigate = useNavigate()
  const list = useApi(listInspectionTemplates, checklistOf(id), { about: id })
  const [retiring, setRetiring] = useState(false)
  const newest = list.data?.items[0]
  const shown = newest && version !== undefined && version < newest.version ? version : newest?.version
  const isPublished = newest?.state === 'PUBLISHED'
  return (
    <Screen
      title={newest?.name ?? places.checklist.name}
      breadcrumb={<Breadcrumb name="checklist" />}
      beside={newest ? <p className="quiet">{t.uses(newest.usedBy)}</p> : null}
      actions={
        newest && shown !== undefined ? (
          <>
            <VersionChoice newest={newest} version={shown} />
            {isPublished ? (
              <Button color="bad" onClick={() => setRetiring(true)}>
                {t.retire}
              </Button>
            ) : null}
          </>
        ) : null
      }
    >
      <QueryView of={list}>
        {() => {
          if (!newest || shown === undefined) return <Empty title={errors.notFound} />
          if (shown !== newest.version) return <Older newest={newest} version={shown} />
          return isPublished ? (
            <Editor template={newest} />
          ) : (
            <>
              <p>{t.retiredNote}</p>
              <ReadOnly template={newest} />
            </>
          )
        }}
      </QueryView>
      {retiring && newest ? (
        <Confirm
          title={t.retireTitle({ name: newest.name })}
          submit={t.retire}
          call={callOf(deleteInspectionTemplate, { params: { id }, ifMatch: newest.version })}
          onClose={() => setRetiring(false)}
          onDone={() => void navigate({ to: '/checklists' })}
        >
          {t.retireHelp}
        </Confirm>
      ) : null}
    </Screen>
  )
}
