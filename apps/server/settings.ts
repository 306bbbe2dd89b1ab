/** Settings of the service and of the commands. */
import { type Config, ConfigError, readConfig } from './src/platform/config.ts'

/** Reads the settings, or prints all errors and exits. */
export const settingsOrExit = (): Config => {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}
