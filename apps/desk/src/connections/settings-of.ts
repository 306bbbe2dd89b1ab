/** What most assistants take as the settings of a server. @param origin of this service */
export const settingsOf = (origin: string, token: string): string =>
  JSON.stringify(
    {
      mcpServers: {
        wellkept: { type: 'http', url: `${origin}/mcp`, headers: { Authorization: `Bearer ${token}` } },
      },
    },
    null,
    2,
  )
