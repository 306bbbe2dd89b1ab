/** What other modules may import. */

export { checkHours } from './check-hours.ts'
export { settingsDefaults } from './defaults.ts'
export {
  brandingOf,
  callerLanguage,
  readDayNotes,
  readSettings,
  type StoredSettings,
  settingsOf,
  type TenantRow,
  tenantLanguage,
} from './read-settings.ts'
