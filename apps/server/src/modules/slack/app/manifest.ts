/** The app as Slack's pages for developers take it, with the addresses of this service. */

export const botScopes = [
  'chat:write',
  'chat:write.public',
  'commands',
  'links:read',
  'links:write',
  'channels:read',
  'groups:read',
  'channels:history',
  'groups:history',
] as const

export const personScopes = ['openid', 'profile'] as const

export const redirects = (baseUrl: string) => ({
  install: `${baseUrl}/api/slack/oauth/callback`,
  link: `${baseUrl}/api/slack/user/callback`,
})

export const manifestOf = (baseUrl: string): object => ({
  display_information: {
    name: 'Wellkept',
    description: 'Facility tasks in Slack',
    background_color: '#1f5f4a',
  },
  features: {
    app_home: { home_tab_enabled: true, messages_tab_enabled: false },
    bot_user: { display_name: 'Wellkept', always_online: true },
    slash_commands: [
      {
        command: '/facility',
        url: `${baseUrl}/api/slack/commands`,
        description: 'Tasks and places',
        usage_hint: 'list | take 12 | done 12 note | status washroom | on-call | help',
        should_escape: false,
      },
    ],
    unfurl_domains: [new URL(baseUrl).hostname],
  },
  oauth_config: {
    redirect_urls: Object.values(redirects(baseUrl)),
    scopes: { bot: botScopes, user: personScopes },
  },
  settings: {
    event_subscriptions: {
      request_url: `${baseUrl}/api/slack/events`,
      bot_events: [
        'app_home_opened',
        'app_uninstalled',
        'link_shared',
        'message.channels',
        'message.groups',
        'tokens_revoked',
      ],
    },
    interactivity: {
      is_enabled: true,
      request_url: `${baseUrl}/api/slack/interactions`,
      message_menu_options_url: `${baseUrl}/api/slack/options`,
    },
    org_deploy_enabled: false,
    socket_mode_enabled: false,
    token_rotation_enabled: false,
  },
})
