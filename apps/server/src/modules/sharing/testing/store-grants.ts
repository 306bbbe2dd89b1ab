/** Received grants: one waiting for an answer, one accepted. */
import { newId } from '#server/platform/ids.ts'
import type { TestTenant } from '#test/world.ts'

export const storeGrants = async (
  giver: TestTenant,
  receiver: TestTenant,
  name: string,
): Promise<{ offeredGrantId: string; receivedGrantId: string }> => {
  const now = new Date()
  const [offered, accepted] = [newId(now.getTime()), newId(now.getTime())]
  const shared = (id: string) => ({
    id,
    measures: ['RATINGS', 'ISSUES'],
    until: new Date(now.getTime() + 30 * 86_400_000),
    created_at: now,
    accepted_at: id === accepted ? now : null,
  })
  for (const id of [offered, accepted]) {
    await giver.inside(({ db }) =>
      db
        .insertInto('grant_given')
        .values({ tenant_id: giver.id, slug: `tenant-${receiver.id}`, scope: '{}', ...shared(id) })
        .execute(),
    )
    await receiver.inside(({ db }) =>
      db
        .insertInto('grant_received')
        .values({ tenant_id: receiver.id, giver_id: giver.id, giver_name: name, places: [], ...shared(id) })
        .execute(),
    )
  }
  return { offeredGrantId: offered, receivedGrantId: accepted }
}
