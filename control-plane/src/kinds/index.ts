// Made by `npm run generate` from the files of this folder; do not edit.
import { addressLot } from './address-lot.ts'
import { antiAffinityGroup, affinityGroup } from './affinity-group.ts'
import { alertReceiver } from './alert-receiver.ts'
import { bgpAnnounceSet, bgpConfig } from './bgp.ts'
import { certificate } from './certificate.ts'
import { disk } from './disk.ts'
import { externalSubnet } from './external-subnet.ts'
import { projectImage, siloImage } from './image.ts'
import { instanceTemplate } from './instance-template.ts'
import { instance } from './instance.ts'
import { ipPool } from './ip-pool.ts'
import { multicastGroup } from './multicast-group.ts'
import { networkInterface } from './network-interface.ts'
import { probe } from './probe.ts'
import { project } from './project.ts'
import { samlProvider } from './saml-provider.ts'
import { silo } from './silo.ts'
import { snapshot } from './snapshot.ts'
import { sshKey } from './ssh-key.ts'
import { subnetPool } from './subnet-pool.ts'
import { switchPortSettings } from './switch-port-settings.ts'
import { vpc, subnet, router, route, internetGateway, gatewayPool, gatewayAddress, firewallRule } from './vpc.ts'

/** Every kind of resource with a name. */
export const namedKinds = [
  addressLot,
  antiAffinityGroup,
  affinityGroup,
  alertReceiver,
  bgpAnnounceSet,
  bgpConfig,
  certificate,
  disk,
  externalSubnet,
  projectImage,
  siloImage,
  instanceTemplate,
  instance,
  ipPool,
  multicastGroup,
  networkInterface,
  probe,
  project,
  samlProvider,
  silo,
  snapshot,
  sshKey,
  subnetPool,
  switchPortSettings,
  vpc,
  subnet,
  router,
  route,
  internetGateway,
  gatewayPool,
  gatewayAddress,
  firewallRule,
] as const
