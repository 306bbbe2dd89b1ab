import type { DoctorWords } from './words.ts'

export const en: DoctorWords = {
  never: 'never',
  titles: {
    DATABASE: 'Database',
    STORAGE: 'Files',
    QUEUE: 'Background work',
    EMAIL: 'Email',
    CLOCK: 'Clock',
    ADDRESS: 'Address',
    REACH: 'Reach',
    ENCRYPTION: 'Encryption',
    DISK: 'Disk',
    BACKUPS: 'Backups',
  },
  findings: {
    DATABASE: ['It answers.'],
    DATABASE_DOWN: ['It does not answer.', 'See the log of the service and of PostgreSQL.'],
    STORAGE: ['A file was written, read and removed.'],
    STORAGE_DOWN: [
      'A file could not be written, so photos are refused.',
      'Check the rights of the folder, or STORAGE_URL.',
    ],
    QUEUE: ['Nothing waits too long.'],
    QUEUE_LATE: [
      'Work waits or has failed. Too old: {seconds} s; failed: {parked}.',
      'See npx wellkept jobs parked.',
    ],
    QUEUE_DOWN: ['No worker runs, so no email is sent.', 'Start an instance with ROLE=worker or ROLE=all.'],
    EMAIL: ['The mail server can be reached.', 'To send a test email: npx wellkept check --mail-to ADDRESS'],
    EMAIL_FOLDER: ['Emails are written to a folder and not sent.', 'Set MAIL_URL.'],
    EMAIL_DOWN: ['The mail server refuses or does not answer.', 'Check MAIL_URL.'],
    CLOCK: ['It agrees with the one of the database.'],
    CLOCK_UNKNOWN: ['The time of the database could not be read.', 'Check the database first.'],
    CLOCK_APART: [
      'It differs from the one of the database by {seconds} s.',
      'Synchronize both machines by NTP, or sign-in codes and signatures fail.',
    ],
    CLOCK_SET_BACK: [
      'It was set back; the service ran at {time} already.',
      'Set it right, or what is scheduled comes late.',
    ],
    CLOCK_FREE: ['It is not synchronized.', 'Run timedatectl set-ntp true.'],
    ADDRESS: ['{address} answers.'],
    ADDRESS_SILENT: [
      'The service does not answer at {address}, as seen from its machine.',
      'Start it, or check BASE_URL and the proxy.',
    ],
    ADDRESS_UNKNOWN: ['{host} of BASE_URL has no address in DNS.', 'Add it to DNS, or correct BASE_URL.'],
    REACH: [
      '{address} is a public address.',
      'What a firewall does with others cannot be seen from here; open it once on a phone without Wi-Fi.',
    ],
    REACH_MACHINE: [
      '{address} can be opened from this machine only, so stickers work nowhere else.',
      'Set BASE_URL to an address that visitors can open, before you print stickers.',
    ],
    REACH_NETWORK: [
      '{address} can be opened from this network only, so stickers work nowhere else.',
      'If visitors use other networks, set BASE_URL to a public address before you print stickers.',
    ],
    ENCRYPTION: ['The certificate of {host} is valid for {days} d.'],
    ENCRYPTION_HERE: ['None is needed on this machine.'],
    ENCRYPTION_NONE: [
      'BASE_URL is http. Installing the apps, scanning and notifications need https.',
      'Put a proxy with a certificate in front.',
    ],
    ENCRYPTION_SILENT: ['{host} does not answer with https, as seen from here.', 'Check the proxy.'],
    CERTIFICATE_ENDS: ['The certificate of {host} is valid for {days} d only.', 'Renew it.'],
    CERTIFICATE_REFUSED: [
      'Browsers do not trust the certificate of {host} ({fault}).',
      'Renew or replace it.',
    ],
    DISK: ['{megabytes} MB are free.'],
    DISK_LOW: ['Only {megabytes} MB are free. Below 512 MB nothing can be saved.', 'Make room soon.'],
    DISK_FULL: ['Only {megabytes} MB are free, so nothing can be saved.', 'Make room now.'],
    BACKUPS: ['Kept: {kept}. The last is of {last}; {megabytes} MB are free there.'],
    BACKUPS_LATE: [
      'Kept: {kept}. The last is of {last}; {megabytes} MB are free there.',
      'One is due each night. See the log of the service.',
    ],
    BACKUPS_NONE: ['None are made.', 'Set BACKUP_DIR to a folder on another disk.'],
    BACKUPS_EXTERNAL: [
      'The service makes none of an external database.',
      'Use pg_dump each night; docs/running.md has the commands.',
    ],
    BACKUPS_NOT_ARCHIVING: [
      'PostgreSQL cannot archive its log to BACKUP_DIR, and keeps it on its own disk until it can.',
      'Check that the folder is there, has room, and belongs to the service user.',
    ],
    BACKUPS_UNREADABLE: [
      'BACKUP_DIR cannot be read.',
      'Check that it is mounted and belongs to the service user.',
    ],
  },
}
