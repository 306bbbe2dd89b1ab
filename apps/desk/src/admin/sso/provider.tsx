/** The identity provider: what it is told about us, and what we are told about it. */
import { Button, FileButton, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type Sso, type SsoProtocol, ssoProtocols } from '#contracts/admin/sso.ts'
import { useFormat } from '../../lib/format.ts'
import { useT } from '../../lib/language.tsx'
import { CopyButton } from '../../parts/copy.tsx'
import { Mark } from '../../parts/mark.tsx'
import { Section } from '../../parts/screen.tsx'
import { SsoForm } from './sso-form.tsx'

const thirtyDays = 30 * 24 * 3600_000

export const Given = ({ name, value, link }: { name: string; value: string; link?: boolean }) => {
  const { sso: t, words } = useT()
  return (
    <div>
      <dt>{name}</dt>
      <dd className="given">
        {link ? (
          <a href={value} target="_blank" rel="noopener">
            {value}
          </a>
        ) : (
          <code>{value}</code>
        )}
        <CopyButton small text={value} label={words.copy} of={t.copyOf(name)} />
      </dd>
    </div>
  )
}

const ForProvider = ({ service, protocol }: { service: Sso['service']; protocol: SsoProtocol }) => {
  const { sso: t } = useT()
  return (
    <>
      <h3>{t.tellProvider}</h3>
      <dl className="facts">
        {protocol === 'OIDC' ? (
          <Given name={t.redirectUri} value={service.oidc.redirectUri} />
        ) : (
          <>
            <Given name={t.acs} value={service.saml.acsUrl} />
            <Given name={t.entityId} value={service.saml.entityId} />
            <Given name={t.metadata} value={service.saml.metadataUrl} link />
            <Given name={t.encryptionMetadata} value={service.saml.encryptionMetadataUrl} link />
          </>
        )}
      </dl>
    </>
  )
}

const SavedSaml = ({ saml }: { saml: NonNullable<Sso['saml']> }) => {
  const { sso: t } = useT()
  const { date } = useFormat()
  return (
    <dl className="facts">
      <div>
        <dt>{t.savedEntity}</dt>
        <dd>{saml.entityId}</dd>
      </div>
      <div>
        <dt>{t.savedAddress}</dt>
        <dd>{saml.ssoUrl}</dd>
      </div>
      {saml.certificates.map((one) => (
        <div key={one.fingerprint}>
          <dt>{t.certificate}</dt>
          <dd>
            {one.subject || one.fingerprint.slice(0, 23)}, {t.validUntil} {date(one.validUntil)}
            {Date.parse(one.validUntil) - Date.now() < thirtyDays ? (
              <div>
                <Mark tone="warn">{t.expires(date(one.validUntil))}</Mark>
              </div>
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export const Provider = ({ sso }: { sso: Sso }) => {
  const { sso: t } = useT()
  return (
    <Section title={t.provider}>
      <SsoForm
        sso={sso}
        submit={t.saveProvider}
        before={{
          protocol: (sso.protocol ?? 'OIDC') as SsoProtocol,
          issuer: sso.oidc?.issuer ?? '',
          clientId: sso.oidc?.clientId ?? '',
          secret: '',
          xml: '',
        }}
        problem={({ protocol, issuer, clientId, xml }) => {
          if (protocol === 'SAML') return xml.trim() === '' && !sso.saml ? t.xmlNeeded : undefined
          if (!/^https?:\/\/\S+$/.test(issuer.trim())) return t.issuerNeeded
          return clientId.trim() === '' ? t.clientNeeded : undefined
        }}
        write={({ protocol, issuer, clientId, secret, xml }) =>
          protocol === 'SAML'
            ? { protocol, ...(xml.trim() === '' ? {} : { saml: { metadata: xml.trim() } }) }
            : {
                protocol,
                oidc: {
                  issuer: issuer.trim(),
                  clientId: clientId.trim(),
                  ...(secret === '' ? {} : { clientSecret: secret }),
                  ...(sso.oidc ? { scopes: sso.oidc.scopes } : {}),
                },
              }
        }
      >
        {(draft, set) => (
          <>
            <NativeSelect
              label={t.protocol}
              value={draft.protocol}
              onChange={(event) => set({ protocol: event.currentTarget.value as SsoProtocol })}
              data={ssoProtocols.map((one) => ({ value: one, label: t.protocols[one] }))}
            />
            <ForProvider service={sso.service} protocol={draft.protocol} />
            {draft.protocol === 'OIDC' ? (
              <>
                <TextInput
                  label={t.issuer}
                  description={t.issuerHelp}
                  type="url"
                  inputMode="url"
                  maxLength={1000}
                  value={draft.issuer}
                  onChange={(event) => set({ issuer: event.currentTarget.value })}
                />
                <div className="two align-start">
                  <TextInput
                    label={t.clientId}
                    maxLength={300}
                    value={draft.clientId}
                    onChange={(event) => set({ clientId: event.currentTarget.value })}
                  />
                  <TextInput
                    label={t.clientSecret}
                    type="password"
                    autoComplete="off"
                    maxLength={1000}
                    value={draft.secret}
                    onChange={(event) => set({ secret: event.currentTarget.value })}
                  />
                </div>
                <small>{sso.oidc?.clientSecretSet ? t.secretKept : t.secretNone}</small>
              </>
            ) : (
              <>
                {sso.saml ? <SavedSaml saml={sso.saml} /> : null}
                <Textarea
                  className="code-field"
                  label={t.xml}
                  description={sso.saml ? t.xmlKept : t.xmlHelp}
                  autosize
                  minRows={4}
                  maxRows={12}
                  spellCheck={false}
                  value={draft.xml}
                  onChange={(event) => set({ xml: event.currentTarget.value })}
                />
                <div className="actions">
                  <FileButton
                    accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
                    onChange={(file) => void file?.text().then((xml) => set({ xml }))}
                  >
                    {(open) => <Button {...open}>{t.chooseFile}</Button>}
                  </FileButton>
                </div>
              </>
            )}
          </>
        )}
      </SsoForm>
    </Section>
  )
}
