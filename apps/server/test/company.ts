/** Companies for tests: active without coverage or people. */
import type { TestTenant } from './world.ts'

/** Activates a company directly, like one that was active before coverage and a person were required. */
export const activate = async (
  { id, inside }: Pick<TestTenant, 'id' | 'inside'>,
  companyId: string,
): Promise<void> => {
  await inside(({ run }) =>
    run("update company set state = 'ACTIVE' where tenant_id = $1 and id = $2", [id, companyId]),
  )
}
