/** Builds all pages into dist/. */
import { buildDesk } from '../apps/desk/build.ts'
import { buildPlatform } from '../apps/platform/build.ts'
import { buildSignIn } from '../apps/sign-in/build.ts'
import { buildTechnician } from '../apps/technician/build.ts'
import { buildVisitor } from '../apps/visitor/build.ts'
import { buildWall } from '../apps/wall/build.ts'

await buildVisitor()
await buildSignIn()
await buildTechnician()
await buildDesk()
await buildPlatform()
await buildWall()
