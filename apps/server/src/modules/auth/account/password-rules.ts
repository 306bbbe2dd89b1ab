/** Which passwords are refused: too short, leaked, or made of easily guessed parts. */
import { invalid } from '#server/platform/errors.ts'

const keyboardWalks = [
  '1234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  '0987654321',
]
const commonWords = [
  'password',
  'passwort',
  'welcome',
  'willkommen',
  'letmein',
  'admin',
  'administrator',
  'wellkept',
  'changeme',
  'secret',
  'facility',
  'qwerty',
  'iloveyou',
]

let known: Promise<ReadonlySet<string>> | undefined

/** 49,000 leaked passwords; loaded when the first password is set. */
const leaked = (): Promise<ReadonlySet<string>> => {
  known ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'] as string[]),
  )
  return known
}

const isRepetition = (text: string): boolean => {
  for (let length = 1; length <= text.length / 2; length++) {
    const part = text.slice(0, length)
    if (part.repeat(Math.ceil(text.length / length)).startsWith(text)) return true
  }
  return false
}

/** The password without its easily guessed parts. */
const withoutGuessable = (text: string, words: readonly string[]): string => {
  let left = text
  for (const word of words) if (word.length >= 3) left = left.replaceAll(word, ' ')
  for (const walk of keyboardWalks) {
    for (let length = walk.length; length >= 4; length--) {
      for (let start = 0; start + length <= walk.length; start++) {
        const part = walk.slice(start, start + length)
        left = left.replaceAll(part, ' ').replaceAll([...part].reverse().join(''), ' ')
      }
    }
  }
  return left.replace(/[\s\d!@#$%^&*().,_+=?-]+/g, '')
}

/**
 * @param field path in the input, for the error details
 * @param about words that others know about the person: name, email, organisation
 * @throws ServiceError VALIDATION_ERROR
 */
export const assertGoodPassword = async (
  password: string,
  minimum: number,
  field: string,
  about: readonly string[],
): Promise<void> => {
  const text = password.normalize('NFKC')
  if ([...text].length < minimum) throw invalid(field, `must have ${minimum} characters or more`)
  const lower = text.toLowerCase()
  const words = about
    .flatMap((word) => word.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .flatMap((word) => [word, word.normalize('NFKD').replace(/\p{M}/gu, '')])
    .sort((a, b) => b.length - a.length)
  const guessable =
    (await leaked()).has(lower) ||
    isRepetition(lower) ||
    [...withoutGuessable(lower, [...commonWords, ...words])].length < 4
  if (guessable) throw invalid(field, 'is easy to guess; please choose another')
}
