/** Builds all pages into dist/. */
import { buildDesk } from '../apps/desk/build.ts'
import { buildField } from '../apps/field/build.ts'
import { buildVisitor } from '../apps/visitor/build.ts'

await buildVisitor()
await buildField()
await buildDesk()
