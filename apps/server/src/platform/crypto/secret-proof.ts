/**
 * Detects a wrong SECRET at the start. Otherwise the push key and audit chain keys, which it cannot decrypt, would
 * silently be replaced and lost. A proof text is kept under the secret that all data is under: during a change of
 * SECRET that is the previous one, until a night has re-encrypted everything. The push key is re-encrypted at each
 * start. So a SECRET that opens both opens all data.
 */
import type pg from 'pg'
import { pushKeyPurpose } from '../push/keys.ts'
import type { Keys } from './keys.ts'

const purpose = 'secret-proof'
const text = 'Wellkept'

const refusal =
  'SECRET is not the one that this database is encrypted with, so nothing was started or changed: notifications, emailed links, webhooks, single sign-on and the audit log would have broken. Set SECRET to the value of the service (a generated one is in the file "secret" in its DATA_DIR); while changing it give both, SECRET=new,previous. If it is lost for good, "npx wellkept secret-lost" continues without it (README, "Settings")'

const isThereText = "select to_regclass('push_key') is not null as there"
// to_jsonb, since the column may not exist yet in an older schema.
const sealedText = `select (select to_jsonb(s) ->> 'secret_proof' from service_state s) as proof,
  (select sealed from push_key) as "pushKey"`
const proofText = 'select secret_proof as proof from service_state'
const noteText = 'update service_state set secret_proof = $1'

interface SealedTexts {
  readonly proof: string | null
  readonly pushKey: string | null
}

/**
 * Called before anything is written.
 * @param client connection of the owner, the only role that can read the push key
 * @throws Error if none of the secrets opens the stored data
 */
export const assertKnownSecret = async (client: pg.Client, keys: Keys): Promise<void> => {
  const { rows: tables } = await client.query<{ there: boolean }>(isThereText)
  if (!tables[0]?.there) return
  const { rows } = await client.query<SealedTexts>(sealedText)
  const opens = (of: string, sealed: string | null | undefined): boolean =>
    !sealed || keys.decrypt(of, sealed) !== undefined
  if (!opens(purpose, rows[0]?.proof) || !opens(pushKeyPurpose, rows[0]?.pushKey)) throw new Error(refusal)
}

/** Stores the proof at the first start, or after the previous secret was given up. */
export const noteSecret = async (client: pg.Client, keys: Keys): Promise<void> => {
  const { rows } = await client.query<{ proof: string | null }>(proofText)
  const proof = rows[0]?.proof ?? null
  // With two secrets it is not known which one the data is under until the next night.
  if (proof === null ? keys.rotating : keys.decrypt(purpose, proof) !== undefined) return
  await client.query(noteText, [keys.encrypt(purpose, text)])
}

/** Called when all stored data is under the first secret. */
export const renewProof = async (pool: pg.Pool, keys: Keys): Promise<void> => {
  const { rows } = await pool.query<{ proof: string | null }>(proofText)
  const proof = rows[0]?.proof ?? null
  const renewed = proof === null ? keys.encrypt(purpose, text) : keys.reencrypt(purpose, proof)
  if (renewed !== undefined) await pool.query(noteText, [renewed])
}
