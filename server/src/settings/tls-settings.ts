import { setting } from './setting.ts'
import { domain, text } from './setting-kinds.ts'

/** The names and certificates that the server answers with. */
export const TLS_SETTINGS = {
  tlsCertificate: setting(
    {
      flag: '--tls-certificate',
      variable: 'GRANARY_TLS_CERTIFICATE',
      meaning: 'PEM file with the certificate chain; with --tls-key the server speaks https',
      otherwise: 'none',
    },
    text,
  ),
  tlsKey: setting(
    {
      flag: '--tls-key',
      variable: 'GRANARY_TLS_KEY',
      meaning: 'PEM file with the private key of the certificate',
      otherwise: 'none',
    },
    text,
  ),
  dnsZone: setting(
    {
      flag: '--dns-zone',
      variable: 'GRANARY_DNS_ZONE',
      meaning: 'DNS zone of the host names of silos, SILO.sys.ZONE; their certificates must be for them',
      otherwise: 'none; certificates of silos may be for any name',
    },
    domain,
  ),
}
