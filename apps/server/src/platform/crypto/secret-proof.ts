/**
 * Whether SECRET is the one under which this database was sealed. Nobody would notice another: the push key and the keys
 * of audit chains that it cannot read are made anew, and those before are gone. So a text is kept under the secret under
 * which everything lies: while SECRET is changed that is the one before, until a night has renewed all. The push key is
 * what was sealed last, since each start renews it; so whoever opens both has every secret that is needed.
 */
import type pg from 'pg'
import { pushKeyPurpose } from '../push/keys.ts'
import type { Keys } from './keys.ts'

const purpose = 'secret-proof'
const text = 'Wellkept'

const refusal =
  'SECRET is not the one under which this database was sealed, so nothing was begun and nothing was changed: notifications, mailed links, webhooks, single sign-on and the audit log would have broken. Set SECRET as the service has it (one that was generated is the file "secret" in its DATA_DIR); while it is being changed give both, SECRET=new,previous. Where it is lost for good, "npx wellkept secret-lost" goes on without it (README, "Settings")'

const isThereText = "select to_regclass('push_key') is not null as there"
// The column is younger than both tables.
const sealedText = `select (select to_jsonb(s) ->> 'secret_proof' from service_state s) as proof,
  (select sealed from push_key) as "pushKey"`
const proofText = 'select secret_proof as proof from service_state'
const noteText = 'update service_state set secret_proof = $1'

interface SealedTexts {
  readonly proof: string | null
  readonly pushKey: string | null
}

/**
 * Before anything is written.
 * @param client of the owner, who alone reads the push key
 * @throws Error where none of the secrets opens what is there
 */
export const assertKnownSecret = async (client: pg.Client, keys: Keys): Promise<void> => {
  const { rows: tables } = await client.query<{ there: boolean }>(isThereText)
  if (!tables[0]?.there) return
  const { rows } = await client.query<SealedTexts>(sealedText)
  const opens = (of: string, sealed: string | null | undefined): boolean =>
    !sealed || keys.decrypt(of, sealed) !== undefined
  if (!opens(purpose, rows[0]?.proof) || !opens(pushKeyPurpose, rows[0]?.pushKey)) throw new Error(refusal)
}

/** For the first start; and where the one before was given up, for it cannot be opened. */
export const noteSecret = async (client: pg.Client, keys: Keys): Promise<void> => {
  const { rows } = await client.query<{ proof: string | null }>(proofText)
  const proof = rows[0]?.proof ?? null
  // Under which of two secrets everything lies is known after the next night.
  if (proof === null ? keys.rotating : keys.decrypt(purpose, proof) !== undefined) return
  await client.query(noteText, [keys.encrypt(purpose, text)])
}

/** When all that is stored lies under the first secret. */
export const renewProof = async (pool: pg.Pool, keys: Keys): Promise<void> => {
  const { rows } = await pool.query<{ proof: string | null }>(proofText)
  const proof = rows[0]?.proof ?? null
  const renewed = proof === null ? keys.encrypt(purpose, text) : keys.reencrypt(purpose, proof)
  if (renewed !== undefined) await pool.query(noteText, [renewed])
}
