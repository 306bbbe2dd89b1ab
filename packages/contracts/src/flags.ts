/** Features that can be switched off for a tenant, a plan or everywhere; each with its default. */
export const flags = {
  SCOUT: { description: 'Planned inspections by scouts', default: true },
  ARENA: { description: 'Points, challenges and thanks for technicians', default: true },
  SLACK: { description: 'Slack messages, commands and buttons', default: true },
  MCP: { description: 'Access for AI assistants by the Model Context Protocol', default: true },
} as const satisfies Readonly<Record<string, { readonly description: string; readonly default: boolean }>>
export type FlagKey = keyof typeof flags
