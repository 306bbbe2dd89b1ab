/** What other modules may import. */

export { addressesValidUntil } from './file-address.ts'
export { type PhotoForm, storePhoto, withPhotoForm } from './form-photos.ts'
export {
  addressOfImage,
  attachmentsOfTask,
  attachUploads,
  createUpload,
  dropImage,
  dropProofs,
  eraseUploadsOf,
  eraseUploadsOfTasks,
  hiddenImagesOf,
  hideImages,
  imagesOf,
  keepImage,
  keepProofs,
  type NewUpload,
  type Owner,
  photosOfTask,
  presentPhotos,
  renewedKey,
  type TaskPhoto,
  uploadIdsOf,
} from './photos.ts'
export {
  attachScoutPhotos,
  attachToTask,
  imagesOfUploads,
  renewScoutUpload,
  smallCopiesOf,
} from './scout-photos.ts'
export { sendFile } from './send-file.ts'
