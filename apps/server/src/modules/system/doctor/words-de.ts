import type { DoctorWords } from './words.ts'

export const de: DoctorWords = {
  never: 'noch nie',
  titles: {
    DATABASE: 'Datenbank',
    STORAGE: 'Dateien',
    QUEUE: 'Hintergrundarbeit',
    EMAIL: 'E-Mail',
    CLOCK: 'Uhr',
    ADDRESS: 'Adresse',
    REACH: 'Erreichbarkeit',
    ENCRYPTION: 'Verschlüsselung',
    DISK: 'Datenträger',
    BACKUPS: 'Sicherungen',
  },
  findings: {
    DATABASE: ['Sie antwortet.'],
    DATABASE_DOWN: ['Sie antwortet nicht.', 'Sehen Sie in das Protokoll des Dienstes und von PostgreSQL.'],
    STORAGE: ['Eine Datei wurde geschrieben, gelesen und entfernt.'],
    STORAGE_DOWN: [
      'Eine Datei konnte nicht geschrieben werden; Fotos werden abgelehnt.',
      'Prüfen Sie die Rechte des Ordners oder STORAGE_URL.',
    ],
    QUEUE: ['Nichts wartet zu lange.'],
    QUEUE_LATE: [
      'Arbeit wartet oder ist gescheitert. Zu alt: {seconds} s; gescheitert: {parked}.',
      'Siehe npx wellkept jobs parked.',
    ],
    QUEUE_DOWN: [
      'Kein Worker läuft; E-Mails werden nicht gesendet.',
      'Starten Sie eine Instanz mit ROLE=worker oder ROLE=all.',
    ],
    EMAIL: ['Der Mailserver ist erreichbar.', 'Eine Test-E-Mail sendet npx wellkept check --mail-to ADRESSE'],
    EMAIL_FOLDER: ['E-Mails werden in einen Ordner geschrieben und nicht gesendet.', 'Setzen Sie MAIL_URL.'],
    EMAIL_DOWN: ['Der Mailserver lehnt ab oder antwortet nicht.', 'Prüfen Sie MAIL_URL.'],
    CLOCK: ['Sie stimmt mit der Uhr der Datenbank überein.'],
    CLOCK_UNKNOWN: ['Die Zeit der Datenbank war nicht zu lesen.', 'Prüfen Sie zuerst die Datenbank.'],
    CLOCK_APART: [
      'Sie weicht von der Uhr der Datenbank um {seconds} s ab.',
      'Stellen Sie beide Rechner mit NTP; sonst scheitern Anmeldecodes und Signaturen.',
    ],
    CLOCK_SET_BACK: [
      'Sie wurde zurückgestellt; der Dienst lief schon um {time}.',
      'Stellen Sie sie richtig; sonst kommt Geplantes zu spät.',
    ],
    CLOCK_FREE: ['Sie wird nicht gestellt.', 'Rufen Sie timedatectl set-ntp true auf.'],
    ADDRESS: ['{address} antwortet.'],
    ADDRESS_SILENT: [
      'Der Dienst antwortet nicht unter {address}, von seinem Rechner aus gesehen.',
      'Starten Sie ihn, oder prüfen Sie BASE_URL und den Proxy.',
    ],
    ADDRESS_UNKNOWN: [
      '{host} aus BASE_URL hat keine Adresse im DNS.',
      'Tragen Sie sie ein, oder berichtigen Sie BASE_URL.',
    ],
    REACH: [
      '{address} ist eine öffentliche Adresse.',
      'Was eine Firewall mit anderen macht, ist von hier nicht zu sehen; öffnen Sie sie einmal am Telefon ohne WLAN.',
    ],
    REACH_MACHINE: [
      '{address} lässt sich nur auf diesem Rechner öffnen; Aufkleber wirken nirgends sonst.',
      'Setzen Sie BASE_URL auf eine Adresse, die Besucher öffnen können, bevor Sie Aufkleber drucken.',
    ],
    REACH_NETWORK: [
      '{address} lässt sich nur in diesem Netz öffnen; Aufkleber wirken nirgends sonst.',
      'Sind Besucher in anderen Netzen, setzen Sie BASE_URL auf eine öffentliche Adresse, bevor Sie Aufkleber drucken.',
    ],
    ENCRYPTION: ['Das Zertifikat von {host} gilt noch {days} d.'],
    ENCRYPTION_HERE: ['Auf diesem Rechner ist keine nötig.'],
    ENCRYPTION_NONE: [
      'BASE_URL ist http. Installieren der Apps, Scannen und Mitteilungen brauchen https.',
      'Stellen Sie einen Proxy mit Zertifikat davor.',
    ],
    ENCRYPTION_SILENT: ['{host} antwortet nicht mit https, von hier aus gesehen.', 'Prüfen Sie den Proxy.'],
    CERTIFICATE_ENDS: ['Das Zertifikat von {host} gilt nur noch {days} d.', 'Erneuern Sie es.'],
    CERTIFICATE_REFUSED: [
      'Browser vertrauen dem Zertifikat von {host} nicht ({fault}).',
      'Erneuern oder ersetzen Sie es.',
    ],
    DISK: ['{megabytes} MB sind frei.'],
    DISK_LOW: [
      'Nur {megabytes} MB sind frei. Unter 512 MB wird nichts mehr gespeichert.',
      'Schaffen Sie bald Platz.',
    ],
    DISK_FULL: ['Nur {megabytes} MB sind frei; nichts wird gespeichert.', 'Schaffen Sie jetzt Platz.'],
    BACKUPS: ['Aufbewahrt: {kept}. Die letzte ist von {last}; dort sind {megabytes} MB frei.'],
    BACKUPS_LATE: [
      'Aufbewahrt: {kept}. Die letzte ist von {last}; dort sind {megabytes} MB frei.',
      'Jede Nacht ist eine fällig. Sehen Sie in das Protokoll des Dienstes.',
    ],
    BACKUPS_NONE: [
      'Es werden keine gemacht.',
      'Setzen Sie BACKUP_DIR auf einen Ordner auf einem anderen Datenträger.',
    ],
    BACKUPS_EXTERNAL: [
      'Von einer externen Datenbank macht der Dienst keine.',
      'Nehmen Sie jede Nacht pg_dump; die Befehle stehen in docs/running.md.',
    ],
    BACKUPS_NOT_ARCHIVING: [
      'PostgreSQL kann sein Log nicht in BACKUP_DIR ablegen und behält es so lange auf der eigenen Platte.',
      'Prüfen Sie, ob der Ordner da ist, Platz hat und dem Benutzer des Dienstes gehört.',
    ],
    BACKUPS_UNREADABLE: [
      'BACKUP_DIR ist nicht zu lesen.',
      'Prüfen Sie, ob der Ordner eingehängt ist und dem Benutzer des Dienstes gehört.',
    ],
  },
}
