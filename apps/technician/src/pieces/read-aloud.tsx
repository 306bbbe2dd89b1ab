/** Reads the task aloud; shown only if the phone has a voice for the language. */
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Icon } from '#field-kit/icon.tsx'
import { voiceFor } from '#field-kit/spoken.ts'
import { useLocale } from '../words.ts'

/** Browsers load voices asynchronously. */
const useVoiceOf = (language: string): SpeechSynthesisVoice | undefined => {
  const [voices, setVoices] = useState<readonly SpeechSynthesisVoice[]>([])
  useEffect(() => {
    const speech = globalThis.speechSynthesis as SpeechSynthesis | undefined
    if (!speech) return
    const look = (): void => setVoices(speech.getVoices())
    look()
    // Older Safari has no such event but has its voices at once.
    speech.addEventListener?.('voiceschanged', look)
    return () => speech.removeEventListener?.('voiceschanged', look)
  }, [])
  return voiceFor(voices, language)
}

export const ReadAloud = ({ text }: { text: string }): JSX.Element | null => {
  const { language, words } = useLocale()
  const [reading, setReading] = useState(false)
  const spoken = useVoiceOf(language)
  useEffect(() => () => window.speechSynthesis?.cancel(), [])
  if (!spoken) return null
  const press = (): void => {
    speechSynthesis.cancel()
    if (reading) {
      setReading(false)
      return
    }
    const speech = new SpeechSynthesisUtterance(text)
    speech.voice = spoken
    speech.lang = spoken.lang
    speech.onend = () => setReading(false)
    speech.onerror = () => setReading(false)
    setReading(true)
    speechSynthesis.speak(speech)
  }
  return (
    <button type="button" onClick={press}>
      <Icon name={reading ? 'close' : 'speak'} />
      {reading ? words.stopReading : words.readAloud}
    </button>
  )
}
