import { setting } from './setting.ts'
import { mailSender, networks, smtpServer } from './setting-kinds.ts'

/** Where alerts may be sent to, and how mail is. */
export const ALERT_SETTINGS = {
  webhookNetworks: setting(
    {
      flag: '--webhook-networks',
      variable: 'GRANARY_WEBHOOK_NETWORKS',
      meaning: 'networks beside public ones that alerts may be sent to',
      otherwise: 'none',
    },
    networks,
  ),
  smtpUrl: setting(
    {
      flag: '--smtp-url',
      variable: 'GRANARY_SMTP_URL',
      meaning: 'SMTP server for alerts by mail, such as smtps://user:password@mail.example',
      otherwise: 'none; alerts are not sent by mail',
      secret: true,
    },
    smtpServer,
  ),
  mailFrom: setting(
    {
      flag: '--mail-from',
      variable: 'GRANARY_MAIL_FROM',
      meaning: 'e-mail address that alerts are sent from; needed with an SMTP server',
      otherwise: 'none',
    },
    mailSender,
  ),
}
