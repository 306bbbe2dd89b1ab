/** Every place of the app: its address, the key after `g`, and who may go there. */
import type { Role } from '#contracts/kit/vocabulary.ts'
import type { Messages } from '../messages/en.ts'

export interface Place {
  readonly name: keyof Messages['places']
  readonly to:
    | '/'
    | '/feedback'
    | '/tasks'
    | '/buildings'
    | '/amenities'
    | '/qr-codes'
    | '/qr-studio'
    | '/types'
    | '/rules'
    | '/team'
    | '/settings'
  readonly key: string
  readonly role: Role
}

export const places: readonly Place[] = [
  { name: 'today', to: '/', key: 'h', role: 'MANAGER' },
  { name: 'feedback', to: '/feedback', key: 'f', role: 'MANAGER' },
  { name: 'tasks', to: '/tasks', key: 't', role: 'TECHNICIAN' },
  { name: 'buildings', to: '/buildings', key: 'b', role: 'ADMIN' },
  { name: 'amenities', to: '/amenities', key: 'a', role: 'ADMIN' },
  { name: 'qrCodes', to: '/qr-codes', key: 'q', role: 'ADMIN' },
  { name: 'qrStudio', to: '/qr-studio', key: 'p', role: 'ADMIN' },
  { name: 'types', to: '/types', key: 'y', role: 'ADMIN' },
  { name: 'rules', to: '/rules', key: 'r', role: 'ADMIN' },
  { name: 'team', to: '/team', key: 'm', role: 'ADMIN' },
  { name: 'settings', to: '/settings', key: 's', role: 'ADMIN' },
]
