/** Announcements of the platform. */
import type { Announcement } from '#contracts/super-admin/platform.ts'

export interface AnnouncementRow {
  id: string
  kind: Announcement['kind']
  title: string
  body: string
  texts: Announcement['texts']
  audience: Announcement['audience']
  starts_at: Date
  ends_at: Date
  created_at: Date
  created_by: string
}

export const announcementColumns =
  'id, kind, title, body, texts, audience, starts_at, ends_at, created_at, created_by'

export const presentAnnouncement = (row: AnnouncementRow): Announcement => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  text: row.body,
  texts: row.texts,
  audience: row.audience,
  from: row.starts_at.toISOString(),
  until: row.ends_at.toISOString(),
  createdAt: row.created_at.toISOString(),
  by: row.created_by,
})
