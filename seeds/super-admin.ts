/** `npx wellkept super-admin add|remove EMAIL`: people who run the platform. */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { addSuperAdmin, removeSuperAdmin } from '#server/modules/super-admin/public.ts'
import type { Platform } from '#server/platform/context.ts'
import { qrInTerminal } from './qr-in-terminal.ts'

interface Built {
  readonly platform: Platform
}

/** Nothing that is typed is shown. */
const askPassword = async (): Promise<string> => {
  const hidden = new Writable({ write: (_chunk, _encoding, done) => done() })
  process.stderr.write('Password: ')
  const lines = createInterface({ input: process.stdin, output: hidden, terminal: process.stdin.isTTY })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}

export const addPlatformUser = async (
  { platform }: Built,
  given: string,
  print: (line: string) => void,
  ask: () => Promise<string> = askPassword,
): Promise<void> => {
  const email = given.trim().toLowerCase()
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) throw new Error(`"${given}" is no email address`)
  const password = await ask()
  const least = platform.config.passwordMinLength
  if (password.length < least) throw new Error(`The password must have ${least} characters or more`)
  const { address, recoveryCodes } = await addSuperAdmin(platform, email, password)
  print(qrInTerminal(address))
  print(address)
  print('\nRecovery codes, each works once in place of a code; they are not shown again:')
  for (const code of recoveryCodes) print(`  ${code}`)
}

export const removePlatformUser = async (
  { platform }: Built,
  given: string,
  print: (line: string) => void,
): Promise<void> => {
  const email = given.trim().toLowerCase()
  if (!(await removeSuperAdmin(platform, email))) throw new Error(`There is no super admin ${email}`)
  print(`${email} is removed; open sessions have ended`)
}
