import type { Handler } from '#server/platform/http/serve.ts'
import getSettings from './get-settings.ts'
import updateSettings from './update-settings.ts'

export const routes: readonly Handler[] = [getSettings, updateSettings]
