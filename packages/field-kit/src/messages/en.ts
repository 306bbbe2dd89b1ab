/** Texts of the parts of an app for phones. The other languages have the same keys. */
import shared from '#ui/messages/en.ts'

export default {
  ...shared,
  retry: 'Try again',
  loading: 'Loading',
  leave: 'Leave this page? What you entered has not been sent and will be lost.',
  newVersion: 'A new version is ready.',
  useNewVersion: 'Update now',
  loadFailed: 'This could not be loaded. What is saved on this phone is still shown.',
  removePhoto: 'Remove photo',
  takePhoto: 'Take a photo',
  anotherPhoto: 'Take another photo',
  photoFailed: 'This photo could not be read. Take it again.',
  otherTitle: '{name} is signed in here now',
  otherText:
    'This page belongs to {name}, so nothing on it is shown or sent. The work of {name} is saved on this phone.',
  goOnAs: 'Continue as {name}',
  signInAs: 'Sign in as {name}',
  scanCamera: 'Use the camera',
  scanHint: 'Point the camera at the sticker. The room opens by itself.',
  scanRefused: 'The camera is blocked. Enter the code instead, or allow the camera in the browser settings.',
  scanNoCamera: 'The camera cannot be used here. Enter the code instead.',
  scanStop: 'Stop the camera',
  torchOn: 'Light on',
  torchOff: 'Light off',
  sent: 'Sent',
  waits: 'Waiting to be sent',
  settled: 'Not applied',
  needsYou: 'Needs your attention',
} as const
