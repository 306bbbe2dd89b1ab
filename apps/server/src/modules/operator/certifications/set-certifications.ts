import type { CertificationInput } from '#contracts/operator/records.ts'
import { setCertifications } from '#contracts/operator.ts'
import { createUpload, dropProofs, keepProofs } from '#server/modules/uploads/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { auditBefore } from '#server/platform/gate/audit.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { lockOperator, readOperator } from '../operators/present-operator.ts'
import { planExpiryEvents } from './expiring.ts'

interface Stored {
  id: string
  name: string
  skill: string | null
  validUntil: string | null
  proofKey: string | null
}

/** A certification is identified by its name and skill. */
const nameOf = ({ name, skill }: { name: string; skill?: string | null | undefined }): string =>
  JSON.stringify([name, skill ?? null])

const storedText = `select id, name, skill, valid_until as "validUntil", proof_key as "proofKey"
  from operator_certification where tenant_id = $1 and operator_id = $2`

const replaceText = `with gone as (
    delete from operator_certification where tenant_id = $1 and operator_id = $2 and not (id = any($3::uuid[]))
  )
  insert into operator_certification (tenant_id, id, operator_id, name, skill, valid_until, proof_key)
  select $1, row.id, $2, row.name, row.skill, row.valid_until, row.proof_key
  from unnest($3::uuid[], $4::text[], $5::text[], $6::date[], $7::text[]) as row (id, name, skill, valid_until, proof_key)
  on conflict (tenant_id, id) do update set valid_until = excluded.valid_until, proof_key = excluded.proof_key`

const proofsOf = (certificates: readonly { proofKey: string | null }[]): string[] =>
  certificates.flatMap(({ proofKey }) => (proofKey === null ? [] : [proofKey]))

const replace = async (
  ctx: StaffContext,
  operatorId: string,
  wanted: readonly CertificationInput[],
): Promise<void> => {
  const stored = await ctx.run<Stored>(storedText, [ctx.tenantId, operatorId])
  const known = new Map(stored.map((one) => [nameOf(one), one]))
  const next = wanted.map(
    (one): Stored => ({
      id: known.get(nameOf(one))?.id ?? newId(ctx.now.getTime()),
      name: one.name,
      skill: one.skill ?? null,
      validUntil: one.validUntil ?? null,
      proofKey: one.proofKey ?? null,
    }),
  )
  const proofs = proofsOf(next)
  if (!(await keepProofs(ctx, proofs)))
    throw invalid('body.certifications', 'contains a proof that is unknown or not uploaded yet')
  await ctx.run(replaceText, [
    ctx.tenantId,
    operatorId,
    next.map(({ id }) => id),
    next.map(({ name }) => name),
    next.map(({ skill }) => skill),
    next.map(({ validUntil }) => validUntil),
    next.map(({ proofKey }) => proofKey),
  ])
  await dropProofs(ctx, proofsOf(stored), proofs)
  // An unchanged date was announced, or will be.
  await planExpiryEvents(
    ctx,
    next.filter((one) => known.get(nameOf(one))?.validUntil !== one.validUntil),
  )
}

export default serve(setCertifications)(async (ctx, { params, body }) => {
  const before = await lockOperator(ctx, params.id)
  requireVersion(ctx, before.version)
  const { certifications, proof } = body
  if ((certifications === undefined) === (proof === undefined))
    throw invalid('body', 'needs either certifications or a proof')
  if (proof) return createUpload(ctx, { purpose: 'CERTIFICATE', ...proof })
  auditBefore(ctx, await readOperator(ctx, before.id), ['certifications'])
  const wanted = certifications ?? []
  const names = wanted.map(nameOf)
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index)
  if (twice !== -1) throw invalid(`body.certifications.${twice}`, 'occurs twice for the same skill')
  await replace(ctx, before.id, wanted)
  await ctx.db
    .updateTable('operator')
    .set((eb) => ({ updated_at: ctx.now, version: eb('version', '+', 1) }))
    .where('id', '=', before.id)
    .execute()
  return readOperator(ctx, before.id)
})
