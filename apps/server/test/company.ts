/** Companies as tests need them: at work without coverage or people. */
import type { TestTenant } from './world.ts'

/** As a company that was active before coverage and a person were asked for. */
export const activate = async (
  { id, inside }: Pick<TestTenant, 'id' | 'inside'>,
  companyId: string,
): Promise<void> => {
  await inside(({ run }) =>
    run("update company set state = 'ACTIVE' where tenant_id = $1 and id = $2", [id, companyId]),
  )
}
