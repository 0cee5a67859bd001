import type { CallInput } from '@granary/contract/call.ts'
import { pathTo } from '../../app/paths.ts'

/** What the form of a new provider holds. */
export type ProviderValues = {
  name: string
  description: string
  technicalContactEmail: string
  spClientId: string
  /** Whether the address is the one that follows from the names. */
  usesStandardAcsUrl: boolean
  acsUrl: string
  sloUrl: string
  publicCert: File | null
  privateKey: File | null
  idpEntityId: string
  groupAttributeName: string
  source: 'url' | 'xml'
  metadataUrl: string
  metadataXml: File | null
}

export const newProvider: ProviderValues = {
  name: '',
  description: '',
  technicalContactEmail: '',
  spClientId: '',
  usesStandardAcsUrl: true,
  acsUrl: '',
  sloUrl: '',
  publicCert: null,
  privateKey: null,
  idpEntityId: '',
  groupAttributeName: '',
  source: 'url',
  metadataUrl: '',
  metadataXml: null,
}

/** Where users of a provider sign in, below the address of their silo. */
export const signInPath = (silo: string, provider: string): string =>
  pathTo('/login/$silo/saml/$provider', { silo, provider })

/** Where a provider sends what it says of a user: beside this console, or at the silo's own host where silos have hosts. */
export function standardAcsUrl(
  silo: string,
  provider: string,
  { host, protocol }: Location = location,
): string {
  const origin = /^[^.]+(\.sys\..+)$/.exec(host)
  return `${protocol}//${origin ? `${silo}${origin[1]}` : host}${signInPath(silo, provider)}`
}

/** The bytes of a file as base64. */
export async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** The provider as the server wants it: files as base64, and nothing for what is blank. */
export async function providerBody(
  values: ProviderValues,
  acsUrl: string,
): Promise<CallInput<'samlIdentityProviderCreate'>['body']> {
  const { publicCert, privateKey, metadataXml } = values
  const group = values.groupAttributeName.trim()
  return {
    name: values.name,
    description: values.description,
    technicalContactEmail: values.technicalContactEmail,
    spClientId: values.spClientId,
    acsUrl,
    sloUrl: values.sloUrl,
    idpEntityId: values.idpEntityId,
    ...(group ? { groupAttributeName: group } : {}),
    idpMetadataSource:
      values.source === 'xml' && metadataXml
        ? { type: 'base64_encoded_xml', data: await base64Of(metadataXml) }
        : { type: 'url', url: values.metadataUrl },
    ...(publicCert && privateKey
      ? { signingKeypair: { publicCert: await base64Of(publicCert), privateKey: await base64Of(privateKey) } }
      : {}),
  }
}
