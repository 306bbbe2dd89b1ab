import type { WizardData } from '#contracts/wizard.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { normaliseEmail } from '#server/platform/gate/text.ts'

/** Whether the typed or pasted team contains the address. */
const containsAddress = ({ text, rows }: WizardData, email: string): boolean =>
  [text ?? '', ...(rows ?? []).flatMap((row) => Object.values(row))]
    .join('\n')
    .split(/[\s"<>(),;:]+/)
    .some((word) => normaliseEmail(word) === email)

/** Clears the team of an unapplied run that contains this address; that step must be repeated. */
export const eraseTypedTeam = async (ctx: TenantContext, email: string): Promise<void> => {
  const [row] = await ctx.run<{ team: WizardData | null }>(
    `select steps #> '{TEAM,data}' as team from wizard_run where tenant_id = $1 for update`,
    [ctx.tenantId],
  )
  if (!row?.team || !containsAddress(row.team, email)) return
  await ctx.run(`update wizard_run set steps = steps - 'TEAM', version = version + 1 where tenant_id = $1`, [
    ctx.tenantId,
  ])
}
