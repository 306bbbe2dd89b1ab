/**
 * Push notifications of staff. The service worker of the technician's app holds the subscription, also if the desk
 * creates it; with two, each notification would be shown twice.
 */
import { technician } from './phone-apps.ts'
import { pushDeviceOf } from './push-device.ts'

export const { pushState, switchOn, switchOff, keepOn } = pushDeviceOf(technician)
