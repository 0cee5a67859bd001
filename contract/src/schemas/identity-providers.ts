import { MAX_METADATA_LENGTH, MAX_PEM_LENGTH } from '@granary/domain/limits.ts'
import { missingGroups } from '@granary/domain/missing-groups.ts'
import { fleetRoles, siloRoles } from '@granary/domain/roles.ts'
import { z } from 'zod'
import { extra, extraInput } from '../extension.ts'
import { identity, identityCreate, Name, Uuid, WebUrl } from '../scalars.ts'

export const IdentityProviderType = z.enum(['saml']).meta({ id: 'IdentityProviderType' })

/** The strongest fleet role that a provider or token may give. */
export const MaxFleetRole = z
  .enum(fleetRoles)
  .nullable()
  .meta({ description: 'The strongest fleet role that users can have through it; null for none' })

const enabled = z.boolean().meta({ description: 'Whether users can sign in through it' })
const allowUnsolicited = z.boolean().meta({
  description: 'Whether the provider may start sign-ins, by answers to no request of this site',
})

const missing = z.enum(missingGroups).meta({
  description:
    "What a sign-in does when the provider's answer lacks the attribute with the groups: keep the user's groups, refuse the sign-in, or remove the user from all groups",
})
const userIdAttribute = z.string().min(1).max(1024).nullable().meta({
  description: 'Attribute of an assertion that identifies the user; null for the NameID',
})

export const IdentityProvider = z
  .object({
    ...identity,
    providerType: IdentityProviderType.meta({ description: 'Protocol of the provider' }),
    enabled: extra(enabled),
    allowUnsolicited: extra(allowUnsolicited),
    maxFleetRole: extra(MaxFleetRole),
    missingGroups: extra(missing),
    userIdAttribute: extra(userIdAttribute),
  })
  .meta({ id: 'IdentityProvider' })

export const IdpMetadataSource = z
  .discriminatedUnion('type', [
    z.object({
      type: z.literal('url'),
      url: z.string().max(2048).meta({ description: 'Address of the metadata document' }),
    }),
    z.object({
      type: z.literal('base64_encoded_xml'),
      data: z.string().max(MAX_METADATA_LENGTH).meta({ description: 'The metadata document in base64' }),
    }),
  ])
  .meta({ id: 'IdpMetadataSource' })

/** The signing key for requests to the identity provider: both parts in DER, as base64. */
export const DerEncodedKeyPair = z
  .object({
    publicCert: z.string().max(MAX_PEM_LENGTH).meta({ description: 'X.509 certificate' }),
    privateKey: z.string().max(MAX_PEM_LENGTH).meta({ description: 'RSA key in PKCS #1 of the certificate' }),
  })
  .meta({ id: 'DerEncodedKeyPair' })

const text = z.string().min(1).max(1024)

/** The entity ids and addresses that both sides of SAML use. */
const saml = {
  technicalContactEmail: z.string().max(512).meta({ description: 'Whom to write to about this connection' }),
  spClientId: text.meta({ description: 'Our entity id at the provider, and the audience of what it says.' }),
  acsUrl: WebUrl.meta({ format: undefined, description: 'Address that the provider posts its answers to' }),
  sloUrl: WebUrl.meta({ format: undefined, description: 'Address for single logout' }),
  idpEntityId: text.meta({ description: 'The issuer of what the provider says.' }),
}

export const SamlIdentityProviderCreate = z
  .object({
    ...identityCreate,
    ...saml,
    groupAttributeName: text
      .nullish()
      .meta({ description: "Attribute of an assertion that lists the user's groups" }),
    idpMetadataSource: IdpMetadataSource.meta({ description: "Where the provider's metadata comes from" }),
    signingKeypair: DerEncodedKeyPair.nullish().meta({
      default: null,
      description: 'Key pair that signs requests to the provider',
    }),
    allowUnsolicited: extraInput(allowUnsolicited),
    missingGroups: extraInput(missing),
    userIdAttribute: extraInput(userIdAttribute),
  })
  .meta({ id: 'SamlIdentityProviderCreate' })

export const SamlIdentityProviderUpdate = z
  .object({
    maxFleetRole: MaxFleetRole.optional(),
    enabled: enabled.optional(),
    allowUnsolicited: allowUnsolicited.optional(),
    missingGroups: missing.optional(),
    userIdAttribute: userIdAttribute.optional(),
  })
  .meta({ id: 'SamlIdentityProviderUpdate' })

export const SamlIdentityProviderMetadata = z
  .object({
    idpMetadataSource: IdpMetadataSource.meta({ description: 'Where the new metadata comes from' }),
    idpEntityId: text
      .optional()
      .meta({ description: "The provider's entity ID in the new metadata; by default the current one" }),
  })
  .meta({ id: 'SamlIdentityProviderMetadata' })

/** Begins a test of a provider. */
export const SamlTestCreate = z
  .object({
    returnPath: z.string().max(1024).meta({
      description: "Path of the console to open with the result; the test's ID is added as its last part",
    }),
  })
  .meta({ id: 'SamlTestCreate' })

export const SamlTestStart = z
  .object({
    id: Uuid.meta({ description: 'ID of the test' }),
    url: z.string().meta({ description: "Address of the provider's sign-in, to open in a browser" }),
  })
  .meta({ id: 'SamlTestStart' })

const claim = z.object({
  name: z.string().meta({ description: 'Name of the attribute' }),
  values: z.array(z.string()).meta({ description: 'Its values, shortened' }),
})

/** What an answer of a provider says. None of it is verified. */
export const SamlSent = z
  .object({
    issuer: z.string().nullable().meta({ description: 'Entity ID of the sender' }),
    audience: z.string().nullable().meta({ description: 'Whom the answer is meant for' }),
    recipient: z.string().nullable().meta({ description: 'Address that it is meant for' }),
    nameId: z.string().nullable().meta({ description: 'Name of the user' }),
    nameIdFormat: z.string().nullable().meta({ description: 'Format of that name' }),
    attributes: z.array(claim).meta({ description: 'Attributes of the user' }),
  })
  .meta({ id: 'SamlSent' })

/** What a sign-in would do. */
export const SamlTestEffect = z
  .object({
    externalId: z.string().meta({ description: 'What identifies the user' }),
    displayName: z.string().meta({ description: 'Name of the user afterwards' }),
    isNew: z.boolean().meta({ description: 'Whether the sign-in would create the user' }),
    joins: z.array(z.string()).meta({ description: 'Groups that the user would join' }),
    leaves: z.array(z.string()).meta({ description: 'Groups that the user would leave' }),
    stays: z.array(z.string()).meta({ description: 'Groups that the user is in and would stay in' }),
    siloRole: z.enum(siloRoles).nullable().meta({ description: 'Role in the silo afterwards' }),
    fleetRole: z.enum(fleetRoles).nullable().meta({ description: 'Role on the fleet afterwards' }),
    keepsGroups: z.boolean().meta({
      description: 'Whether the answer lacks the groups, and the present ones would be kept',
    }),
  })
  .meta({ id: 'SamlTestEffect' })

export const SamlTest = z
  .object({
    state: z.enum(['waiting', 'accepted', 'refused', 'ended']).meta({
      description:
        "Whether the provider's answer has arrived, and would sign the user in; ended after an hour, or once the user has begun another test",
    }),
    reason: z.string().nullable().meta({ description: 'Why a sign-in would be refused' }),
    sent: SamlSent.nullable().meta({ description: 'What the provider sent; null if it can not be read' }),
    effect: SamlTestEffect.nullable().meta({ description: 'What a sign-in would do' }),
  })
  .meta({ id: 'SamlTest' })

/** A sign-in that waits for the user's consent, because another user is signed in in the same browser. */
export const SamlAnswer = z
  .object({
    displayName: z.string().meta({ description: 'Name of the user who would be signed in' }),
    siloName: Name.meta({ description: "Name of the user's silo" }),
    redirectUri: z.string().meta({ description: 'Path of the page to open afterwards' }),
  })
  .meta({ id: 'SamlAnswer' })

export const SamlIdentityProvider = z
  .object({
    ...identity,
    technicalContactEmail: z.string().meta({ description: 'Whom to write to about this connection' }),
    spClientId: z.string().meta({ description: 'Our entity ID at the provider' }),
    acsUrl: z.string().meta({ description: 'Address that the provider posts its answers to' }),
    sloUrl: z.string().meta({ description: 'Address for single logout' }),
    idpEntityId: z.string().meta({ description: "The provider's entity ID" }),
    groupAttributeName: z
      .string()
      .nullable()
      .meta({ description: "Attribute of an assertion that lists the user's groups" }),
    publicCert: z
      .string()
      .nullable()
      .meta({ description: 'Certificate that requests are signed with, DER in base64' }),
    maxFleetRole: extra(MaxFleetRole),
    enabled: extra(enabled),
    allowUnsolicited: extra(allowUnsolicited),
    missingGroups: extra(missing),
    userIdAttribute: extra(userIdAttribute),
  })
  .meta({ id: 'SamlIdentityProvider' })
