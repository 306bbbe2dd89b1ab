/** Settings of the identity provider, and the values to enter there. */
import { Button, FileButton, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type Sso, type SsoProtocol, ssoProtocols } from '#contracts/sso.ts'
import { text } from '#desk-kit/form/fields.tsx'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { CopyButton } from '#desk-kit/parts/copy.tsx'
import { Mark } from '#desk-kit/parts/mark.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { ssoMessages } from './messages.ts'
import { SsoForm } from './sso-form.tsx'

const thirtyDays = 30 * 24 * 3600_000

export const ProviderValue = ({ name, value, link }: { name: string; value: string; link?: boolean }) => {
  const { words } = useMessages()
  const t = useMessages(ssoMessages)
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
        <CopyButton small text={value} label={words.copy} of={t.copyOf({ what: name })} />
      </dd>
    </div>
  )
}

const ForProvider = ({ service, protocol }: { service: Sso['service']; protocol: SsoProtocol }) => {
  const t = useMessages(ssoMessages)
  return (
    <>
      <h3>{t.tellProvider}</h3>
      <dl className="facts">
        {protocol === 'OIDC' ? (
          <ProviderValue name={t.redirectUri} value={service.oidc.redirectUri} />
        ) : (
          <>
            <ProviderValue name={t.acs} value={service.saml.acsUrl} />
            <ProviderValue name={t.entityId} value={service.saml.entityId} />
            <ProviderValue name={t.metadata} value={service.saml.metadataUrl} link />
            <ProviderValue name={t.encryptionMetadata} value={service.saml.encryptionMetadataUrl} link />
          </>
        )}
      </dl>
    </>
  )
}

const SavedSaml = ({ saml }: { saml: NonNullable<Sso['saml']> }) => {
  const t = useMessages(ssoMessages)
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
                <Mark tone="warn">{t.expires({ day: date(one.validUntil) })}</Mark>
              </div>
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export const Provider = ({ sso }: { sso: Sso }) => {
  const t = useMessages(ssoMessages)
  return (
    <Section title={t.provider}>
      <SsoForm
        sso={sso}
        submit={t.saveProvider}
        read={({ protocol, oidc }) => ({
          protocol: (protocol ?? 'OIDC') as SsoProtocol,
          'oidc.issuer': oidc?.issuer ?? '',
          'oidc.clientId': oidc?.clientId ?? '',
          'oidc.clientSecret': '',
          'saml.metadata': '',
        })}
        check={(draft) =>
          draft.protocol === 'SAML'
            ? { 'saml.metadata': draft['saml.metadata'].trim() === '' && !sso.saml && t.xmlNeeded }
            : {
                'oidc.issuer': !/^https?:\/\/\S+$/.test(draft['oidc.issuer'].trim()) && t.issuerNeeded,
                'oidc.clientId': draft['oidc.clientId'].trim() === '' && t.clientNeeded,
              }
        }
        always={({ protocol }) => ({ protocol })}
        write={(draft) => {
          const { protocol } = draft
          if (protocol === 'SAML') {
            const metadata = draft['saml.metadata'].trim()
            return { protocol, ...(metadata === '' ? {} : { saml: { metadata } }) }
          }
          const secret = draft['oidc.clientSecret']
          return {
            protocol,
            oidc: {
              issuer: draft['oidc.issuer'].trim(),
              clientId: draft['oidc.clientId'].trim(),
              ...(secret === '' ? {} : { clientSecret: secret }),
              ...(sso.oidc ? { scopes: sso.oidc.scopes } : {}),
            },
          }
        }}
      >
        {(form) => (
          <>
            <NativeSelect
              {...text(form, 'protocol', t.protocol, (one) => t.protocols[one as SsoProtocol])}
              data={ssoProtocols.map((one) => ({ value: one, label: t.protocols[one] }))}
            />
            <ForProvider service={sso.service} protocol={form.values.protocol} />
            {form.values.protocol === 'OIDC' ? (
              <>
                <TextInput
                  {...text(form, 'oidc.issuer', t.issuer)}
                  description={t.issuerHelp}
                  type="url"
                  inputMode="url"
                />
                <div className="two align-start">
                  <TextInput {...text(form, 'oidc.clientId', t.clientId)} />
                  <TextInput
                    {...text(form, 'oidc.clientSecret', t.clientSecret)}
                    type="password"
                    autoComplete="off"
                  />
                </div>
                <small>{sso.oidc?.clientSecretSet ? t.secretKept : t.secretNone}</small>
              </>
            ) : (
              <>
                {sso.saml ? <SavedSaml saml={sso.saml} /> : null}
                <Textarea
                  {...text(form, 'saml.metadata', t.xml)}
                  className="code-field"
                  description={sso.saml ? t.xmlKept : t.xmlHelp}
                  autosize
                  minRows={4}
                  maxRows={12}
                  spellCheck={false}
                />
                <div className="actions">
                  <FileButton
                    accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
                    onChange={(file) => void file?.text().then((xml) => form.set({ 'saml.metadata': xml }))}
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
