/** How a receiver verifies that a request comes from here. */
import { Modal } from '@mantine/core'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { CodeBlock } from '#desk-kit/parts/code-block.tsx'
import { CopyButton } from '#desk-kit/parts/copy.tsx'
import { useFocusBack } from '#desk-kit/parts/focus-back.ts'
import { webhookMessages } from './messages.ts'
import { type VerifyLanguage, verifyCode } from './verify-code.ts'

const languages = Object.keys(verifyCode) as VerifyLanguage[]

export const VerifyHelp = () => {
  const t = useMessages(webhookMessages)
  return (
    <>
      <p>{t.verifyHelp}</p>
      {languages.map((language) => (
        <details key={language} className="explained">
          <summary>{t.verifyWith[language]}</summary>
          <CodeBlock text={verifyCode[language]} label={t.verifyWith[language]} />
          <CopyButton
            text={verifyCode[language]}
            label={t.copyCode}
            of={t.copyCodeOf({ language: t.verifyWith[language] })}
          />
        </details>
      ))}
      <p>{t.verifyByHand}</p>
      <p>{t.verifyOnce}</p>
    </>
  )
}

export const VerifyDialog = ({ onClose }: { onClose: () => void }) => {
  const { words } = useMessages()
  const t = useMessages(webhookMessages)
  useFocusBack(true)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.verify}
      size="lg"
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <div className="form">
        <VerifyHelp />
      </div>
    </Modal>
  )
}
