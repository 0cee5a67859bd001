import type { BlockSize } from './sizes.ts'
import { DEMO_IMAGE_URL } from './image-urls.ts'

/** A public cloud image: the address of its file, and its labels. */
export type CatalogImage = {
  /** Proposed name of the image. */
  name: string
  os: string
  version: string
  architecture: 'x86_64' | 'aarch64'
  /** Address of the image file. */
  url: string
  /** SHA-256 or SHA-512 in hexadecimal digits, of a file that never changes. */
  checksum: string | null
  /** Address of the publisher's list of checksums. */
  checksumUrl: string | null
  /** The user that the image creates for SSH. */
  defaultUser: string
  blockSize: BlockSize
}

/** Publishers replace the files of most of these, so their own lists say the checksums. */
const published = (image: Omit<CatalogImage, 'architecture' | 'checksum' | 'blockSize'>): CatalogImage => ({
  ...image,
  architecture: 'x86_64',
  checksum: null,
  blockSize: 512,
})

const DEBIAN = 'https://cloud.debian.org/images/cloud'
const UBUNTU = 'https://cloud-images.ubuntu.com/releases'
const FEDORA = 'https://dl.fedoraproject.org/pub/fedora/linux/releases/44/Cloud/x86_64/images'
const ALPINE =
  'https://dl-cdn.alpinelinux.org/alpine/v3.22/releases/cloud/generic_alpine-3.22.4-x86_64-uefi-cloudinit-r0.qcow2'
const ALMA = 'https://repo.almalinux.org/almalinux/9/cloud/x86_64/images'
const ROCKY =
  'https://dl.rockylinux.org/pub/rocky/9/images/x86_64/Rocky-9-GenericCloud-Base.latest.x86_64.qcow2'

/** A small image that a server makes from Debian's packages, so that a first machine needs no download of an image. */
export const DEMO_IMAGE = published({
  name: 'demo',
  os: 'Demo',
  version: '1',
  url: DEMO_IMAGE_URL,
  checksumUrl: null,
  defaultUser: 'root',
})

/** The catalog of a server whose operator gives no other. */
export const IMAGE_CATALOG: readonly CatalogImage[] = [
  published({
    name: 'debian-13',
    os: 'Debian',
    version: '13',
    url: `${DEBIAN}/trixie/latest/debian-13-genericcloud-amd64.qcow2`,
    checksumUrl: `${DEBIAN}/trixie/latest/SHA512SUMS`,
    defaultUser: 'debian',
  }),
  published({
    name: 'debian-12',
    os: 'Debian',
    version: '12',
    url: `${DEBIAN}/bookworm/latest/debian-12-genericcloud-amd64.qcow2`,
    checksumUrl: `${DEBIAN}/bookworm/latest/SHA512SUMS`,
    defaultUser: 'debian',
  }),
  published({
    name: 'ubuntu-24-04',
    os: 'Ubuntu',
    version: '24.04 LTS',
    url: `${UBUNTU}/24.04/release/ubuntu-24.04-server-cloudimg-amd64.img`,
    checksumUrl: `${UBUNTU}/24.04/release/SHA256SUMS`,
    defaultUser: 'ubuntu',
  }),
  published({
    name: 'ubuntu-22-04',
    os: 'Ubuntu',
    version: '22.04 LTS',
    url: `${UBUNTU}/22.04/release/ubuntu-22.04-server-cloudimg-amd64.img`,
    checksumUrl: `${UBUNTU}/22.04/release/SHA256SUMS`,
    defaultUser: 'ubuntu',
  }),
  published({
    name: 'fedora-44',
    os: 'Fedora',
    version: '44',
    url: `${FEDORA}/Fedora-Cloud-Base-Generic-44-1.7.x86_64.qcow2`,
    checksumUrl: `${FEDORA}/Fedora-Cloud-44-1.7-x86_64-CHECKSUM`,
    defaultUser: 'fedora',
  }),
  published({
    name: 'alpine-3-22',
    os: 'Alpine',
    version: '3.22',
    url: ALPINE,
    checksumUrl: `${ALPINE}.sha512`,
    defaultUser: 'alpine',
  }),
  published({
    name: 'almalinux-9',
    os: 'AlmaLinux',
    version: '9',
    url: `${ALMA}/AlmaLinux-9-GenericCloud-latest.x86_64.qcow2`,
    checksumUrl: `${ALMA}/CHECKSUM`,
    defaultUser: 'almalinux',
  }),
  published({
    name: 'rocky-9',
    os: 'Rocky Linux',
    version: '9',
    url: ROCKY,
    checksumUrl: `${ROCKY}.CHECKSUM`,
    defaultUser: 'rocky',
  }),
]
