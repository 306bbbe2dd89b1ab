/** Builds all pages into dist/. */
import { buildArena } from '../apps/arena/build.ts'
import { buildDesk } from '../apps/desk/build.ts'
import { buildDocs } from '../apps/docs/build.ts'
import { buildPlatform } from '../apps/platform/build.ts'
import { buildScout } from '../apps/scout/build.ts'
import { buildSignIn } from '../apps/sign-in/build.ts'
import { buildTechnician } from '../apps/technician/build.ts'
import { buildVisitor } from '../apps/visitor/build.ts'
import { buildWall } from '../apps/wall/build.ts'
import { packSdk } from '../packages/sdk/build.ts'

await buildVisitor()
await buildSignIn()
await buildTechnician()
await buildScout()
await buildArena()
await buildDesk()
await buildPlatform()
await buildWall()
await buildDocs()
// Beside the documentation, so that a service offers the client of its own version.
await packSdk('dist/docs/wellkept-client.tgz')
