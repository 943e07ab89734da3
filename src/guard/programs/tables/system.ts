/**
 * Programs that whoever looks after a machine uses now and then: boot, disks, networks, users, packages, backups, archives, macOS; the
 * format is that of `readTable`.
 */
export const system = `
ppa-purge,dpkg-divert,dpkg-statoverride,do-release-upgrade,needrestart,topgrade,unattended-upgrade | D | t* | --version! --help!
apt-file,checkupdates,apt-listchanges,debsecan,aptly,makepkg,repo-add,repo-remove,updpkgsums,xcaddy | C | t* | --version! --help!
deborphan,debfoster   | S | t* | -a -d -s -z -P -n --all-packages --guess-all --libdevel --version --help
dpkg-deb              | C | r*,w | -c! -I! -f! -W! --contents! --info! --field! --show! --showformat: --version! --help! -b:l --build:l
dnf5,dnf4,microdnf,tdnf | C | sub | -y -q --version! --help!
dnf5 list,dnf5 info,dnf5 repolist,dnf4 list,dnf4 info,dnf4 repolist | S | t* | --installed --upgradable --all -a --json
nala remove,nala purge,nala autoremove,nala autopurge,nala full-upgrade,dnf5 remove,dnf5 autoremove,dnf4 remove,dnf4 autoremove,microdnf remove,dnf5 config-manager,dnf copr,dnf5 copr,dnf system-upgrade,dnf5 system-upgrade,yum-config-manager,flatpak remote-add,flatpak remote-delete,flatpak remote-modify,flatpak override,flatpak kill,zypper addrepo,zypper ar,zypper removerepo,zypper rr,zypper dup,zypper dist-upgrade,zypper modifyrepo,zypper mr,snap connect,snap set,snap disable,snap stop,snap unalias,snap ack,snap restore,snap forget,port deactivate | D | t* |
zypper se,zypper lr,zypper repos,zypper if,zypper packages,zypper pa,zypper patterns,snap connections,snap services,snap interfaces,snap version,snap changes,flatpak remotes,flatpak history,flatpak permissions | S | t* | -iusadrEpPv -t: --installed-only --uninstalled-only --sort-by-priority --sort-by-name --details --all --columns: --abs-time --requires --provides --not-installed-only --orphaned --unneeded --user --system --show-disabled
pacman-key            | D | t* | -l! --list-keys! -f! --finger! -V! --version!
paccache,pacdiff      | D | t* | -d! --dryrun! -k: -v --version!
pactree,pacman-mirrors,checkrebuild,expac,pacgraph,pkgfile | C | t* | --version! --help!
yay,paru,pikaur,trizen,yaourt,pacaur,pamac,aura,aurman | C | t* -long | -Q! -Qi! -Ql! -Qs! -Qo! -Qe! -Qm! -Qu! -Qq! -Ps! --version! -R^D -Rs^D -Rn^D -Rns^D -Rsn^D -Rnsc^D -Rc^D -Rcns^D -Rdd^D -Yc^D -Scc^D --remove^D -U^D
xbps-query            | S | t* | -lmsoOfxXpSdvHi -R^C --list-pkgs --list-orphans --search: --property: --files: --deps: --show: --ownedby: --repository^C
xbps-remove,xbps-pkgdb,xbps-alternatives,xbps-reconfigure,urpme,removepkg,pkgrm,pkgadd,installpkg,upgradepkg,slackpkg,eopkg,transactional-update,swupd,rauc,nixos-install,nixos-rebuild,darwin-rebuild | D | t* | --version! --help!
ostree                | D | sub | --version!
ostree log,ostree ls,ostree show | S | t | -v
home-manager          | C | sub | --version!
home-manager generations,home-manager packages,home-manager news,home-manager option | S | t* |
home-manager switch,home-manager remove-generations,home-manager expire-generations,home-manager uninstall | D | t* |
nix search,nix flake,nix eval,nix-instantiate,nixos-option | C | t* |
nix-channel           | C | t* | --list! --version! --add^D --remove^D --rollback^D
ubuntu-drivers        | D | sub |
ubuntu-drivers list,ubuntu-drivers devices | S | t* |
mas                   | C | sub | --version!
mas list,mas version,mas account,mas config | S | t* |
mas uninstall,mas signout,mas signin,mas reset | D | t* |

gksu,gksudo,kdesu,kdesudo,dzdo,sudo-rs,sesu,pmrun | D | t* |
login,agetty,getty,mingetty,sulogin,switch_root,ctrlaltdel,chntpw,chpass,pwunconv,grpconv,grpunconv,smbpasswd,pdbedit,htpasswd,htdigest,mosquitto_passwd,fprintd-enroll,fprintd-delete,pwpolicy,createhomedir | D | t* |
homectl               | D | sub | --version! --no-pager
homectl list,homectl inspect | S | t* | --no-pager --json: -j
userdbctl             | S | sub | --no-pager --output: -j --json:
userdbctl user,userdbctl group,userdbctl users-in-group,userdbctl groups-of-user,userdbctl services | S | t* | --output: --json: -j --no-pager
quota                 | S | t* | -gusvqiflpwAt -F: --user --group --verbose --human-readable --quiet --all-nfs
setquota,edquota,quotaon,quotaoff,quotacheck,warnquota,chcpu,chmem,kbd_mode,loadkeys,setfont,setleds,kbdrate,resizecons,thermald,irqbalance,numad | D | t* | --version!
slabtop,tload         | S | t* | -o -d: -s: --once --delay: --sort: --help --version
renice                | C | t* | --version! --help!
cpufreq-info,systool,lsdev,hostid,runlevel,nfsstat,lslogins,lsirq,lsclocks,edid-decode,lsinitcpio,blkpr | S | t* | -acdfglmnorsuvhVw --version --help
dnsdomainname,domainname,nisdomainname,ypdomainname | S | - | -afisvy
utmpdump              | S | r* | -f -o:w^C --output:w^C -r^D --reverse^D --follow
ausearch,aureport     | S | t* | -i -a: -m: -ts: -te: -k: -u: -x: -l -f -h -s -t -au -n -e --interpret --summary --failed --success
auditd,autrace,aide,rkhunter | D | t* | --version! --help! -v
powerprofilesctl      | C | sub |
powerprofilesctl list,powerprofilesctl get,powerprofilesctl list-holds,powerprofilesctl version | S | t* |
coredumpctl list,coredumpctl info,coredumpctl help | S | t* | -1 -r -q -S: -U: -F: -n: --no-pager --no-legend --json: --since: --until: --field: --reverse --all
coredumpctl debug     | D | t* |
localectl list-keymaps,localectl list-x11-keymap-models,localectl list-x11-keymap-layouts,localectl list-x11-keymap-variants,localectl list-x11-keymap-options,loginctl list-seats,loginctl show-user,loginctl show-seat,loginctl session-status,loginctl user-status,loginctl seat-status,timedatectl timesync-status,timedatectl show-timesync,timedatectl ntp-servers,networkctl lldp,networkctl label,networkctl cat,hostnamectl icon-name,hostnamectl chassis,hostnamectl location,udevadm settle,udevadm verify,dconf watch,dconf list-dir,gsettings range,gsettings describe,gsettings writable,gsettings monitor,gsettings list-children,gsettings list-relocatable-schemas,defaults read-type,defaults help | S | t* | -aqln -n: -p: --no-pager --all --full --property: --value -H:^C --host:^C -M:^C --machine:^C
localectl set-locale,localectl set-keymap,localectl set-x11-keymap,timedatectl set-local-rtc,timedatectl revert,loginctl poweroff,loginctl reboot,loginctl enable-linger,loginctl disable-linger,loginctl attach,loginctl flush-devices,loginctl kill-user,hostnamectl hostname,hostnamectl set-chassis,hostnamectl set-deployment,hostnamectl set-location,networkctl up,networkctl down,networkctl delete,networkctl renew,networkctl forcerenew,networkctl reconfigure,networkctl reload,networkctl edit,networkctl mask,networkctl unmask,networkctl persistent-storage,udevadm control,udevadm trigger,udevadm hwdb,resolvectl reset-server-features,dconf update,dconf compile,defaults rename,gsettings reset-recursively,bluetoothctl system-alias | D | t* |
busctl get-property   | S | t* | --user --system --no-pager --json: -j -q
busctl monitor,busctl capture | C | t* |
dbus-monitor          | C | t* |
systemd-escape,systemd-id128,systemd-ac-power | S | t* | -upm --path --unescape --suffix: --template: --mangle --instance
systemd-nspawn,systemd-cryptenroll,systemd-cryptsetup,systemd-repart,systemd-sysusers,systemd-tmpfiles,systemd-firstboot,systemd-machine-id-setup,systemd-mount,systemd-umount,systemd-ask-password,systemd-tty-ask-password-agent,systemd-hwdb,systemd-stdio-bridge,updatectl,kernel-install,ukify,systemd-vmspawn | D | t* | --version! --help!
bootctl               | D | sub | --version! --no-pager -p! --print-esp-path! -x! --print-boot-path!
bootctl status,bootctl list,bootctl is-installed | S | t* | --no-pager --quiet --json:
mokutil               | D | t* | --sb-state! --list-enrolled! --list-new! --list-delete! -l! --pk! --kek! --db! --dbx! --version!
efivar                | D | t* | -l! --list! -L! --list-guids!
efibootdump           | S | t* |
grub-file,grub-script-check,grub2-script-check | S | t* | -v --is-x86-linux --is-x86_64-efi
grub2-install,grub2-mkconfig,grub2-set-default,grub-set-default,grub2-reboot,grub-reboot,grub-editenv,grub2-editenv,grub2-switch-to-blscfg,grub-bios-setup,update-grub2,grubby,lilo,syslinux,extlinux,limine,limine-install,limine-update,limine-enroll-config,mkinitfs,rpi-eeprom-update,rpi-eeprom-config,raspi-config,rpi-update,fw_setenv,sysrc,tpm2_clear,tpm2,clevis,steamos-readonly | D | t* | --version! --help!
fw_printenv           | S | t* | -n
trust                 | D | sub |
trust list            | S | t* | --filter: --purpose:
update-ca-certificates,update-ca-trust,c_rehash,certutil,pk12util,modutil,keyctl,ykman,pkcs11-tool,paperkey,aws-vault,envchain,chamber,passage,rbw,keepassxc-cli,tomb,secrethub,wifi-password,kwallet-query,kwalletcli,elasticsearch-reset-password,elasticsearch-keystore,elasticsearch-users | D | t* | --version! --help!

nwipe,scrub,bleachbit,testdisk,photorec,extundelete,e2image,e4defrag,e2label,e2undo,exfatlabel,fatlabel,ntfslabel,ntfsclone,ntfsundelete,mlabel,mformat,mdelete,mdeltree,fsarchiver,partclone.ext4,partclone.dd,partclone.restore,partimage,clonezilla,bcachefs,stratis,veritysetup,integritysetup,luksipc,iscsiadm,multipathd,rbd,drbdsetup,mkfs.erofs,fsck.ext4,fsck.xfs,fsck.vfat,fsck.fat,fsck.exfat,fsck.btrfs,btrfsck,xfs_db,xfs_freeze,xfs_fsr,zdb,zstreamdump,pmount,pumount,mount.cifs,mount.nfs,mount.ntfs,mount.ntfs-3g,mount.ddi,mount.fuse,ntfs-3g,wodim,cdrecord,cdrdao,drutil,dvd+rw-format,bmaptool,rpi-imager,woeusb,ventoy,qemu-nbd,guestmount,virt-sysprep,virt-customize,asr,apfs,fsck_apfs,fsck_hfs,f3probe,f3fix | D | t* | --version! --help! -V
dumpe2fs,isosize,e2freefrag,filefrag | S | r* | -h -f -x -b -v -e -k -d: --sectors
udisksctl             | C | sub |
udisksctl status,udisksctl info,udisksctl dump,udisksctl monitor,udisksctl help | S | t* | -b: -d: -p: --block-device: --drive: --object-path: --no-user-interaction
udisksctl power-off,udisksctl unmount,udisksctl lock,udisksctl loop-delete | D | t* |
sshfs,fusermount,fusermount3,gocryptfs,encfs,cryfs,archivemount,squashfuse,simple-mtpfs,jmtpfs | C | t* | --version! --help!
mountpoint            | S | l* | -qdx --quiet --fs-devno --devno --nofollow --version --help
exportfs              | D | t* | -v! -s!
fallocate             | C | w* | -l: -o: -n -v -x --length: --offset: --keep-size --posix -p^D -c^D -z^D -d^D -i^D --punch-hole^D --collapse-range^D --zero-range^D --dig-holes^D --insert-range^D

tailscale             | D | sub | --version!
tailscale status,tailscale ip,tailscale version,tailscale dns,tailscale exit-node | S | t* | --json --peers --active --self -4 -6 -1
tailscale ping,tailscale netcheck,tailscale whois,tailscale update,tailscale bugreport,tailscale nc | C | t* |
wg                    | D | sub | --version! --help!
wg show,wg help       | S | t |
wg genkey,wg pubkey,wg genpsk | S | - |
piactl,surfshark,openvpn,openvpn3,openfortivpn,openconnect,vpnc,strongswan,swanctl,ipsec,nebula,pppd,pon,poff,wpa_supplicant,wpa_cli,iwctl,hostapd,create_ap,connmanctl,wicd-cli,hciconfig,btmgmt,rfcomm,bt-adapter,macchanger,resolvconf,ifmetric,mii-tool,vconfig,tunctl,ovs-ofctl,firewalld,shorewall,ferm,snmpset,ufw-docker,uci,usbip,sshuttle,tinyproxy,squidclient | D | t* | --version! --help!
wpa_passphrase,nmtui,nm-online,hcitool,bluetui,ipcalc-ng,networkQuality,sntp,swaks,mail,mailx,s-nail,ftp,tftp,ncftp,cadaver,curlftpfs,rdesktop,xfreerdp,remmina,vncviewer,tshark,wireshark,termshark,ngrep,tcpflow,arp-scan,netdiscover,bmon,iftop,nethogs,bandwhich,sngrep | C | t* | --version! --help!
ntpdate,rdate,htpdate,chronyd | D | t* | --version! -q!^C
ipcalc,sipcalc,sockstat,ifstat,lldpctl | S | t* | -4 -6 -a -b -h -i -l -m -n -p -s -u -v -c --all --json --numeric
bridge                | D | sub -long | -s -d -j -p -c -o -4 -6 -n:^C -V! -json -details -statistics -pretty -color -oneline -b:^D -batch:^D -force^D
bridge link,bridge fdb,bridge mdb,bridge vlan,bridge vni,bridge monitor | S | sub |
bridge link show,bridge fdb show,bridge fdb get,bridge mdb show,bridge vlan show,bridge vni show,bridge link list,bridge fdb list,bridge vlan list | S | t* |
bridge link set,bridge fdb add,bridge fdb del,bridge fdb append,bridge fdb replace,bridge fdb flush,bridge mdb add,bridge mdb del,bridge vlan add,bridge vlan del,bridge vlan set,bridge vni add,bridge vni del | D | t* |
devlink,rdma,dcb,vdpa,tipc | D | sub | -j -p -s -V!
devlink dev,rdma dev,rdma link,rdma resource,devlink port | D | sub |
devlink dev show,devlink dev info,devlink port show,rdma dev show,rdma link show,rdma resource show | S | t* |
x11vnc,x0vncserver,vncserver,wayvnc,krfb-virtualmonitor,teamviewer,anydesk,rustdesk,xauth,xhost,dropbear,telnetd,rexec,rexecd,in.telnetd | D | t* | --version! --help!
airmon-ng,aireplay-ng,airdecap-ng,airbase-ng,airodump-ng,wifite,reaver,bully,medusa,patator,nxc,netexec,crackmapexec,evil-winrm,secretsdump.py,psexec.py,wmiexec.py,smbexec.py,mssqlclient.py,smbserver.py,arpspoof,dnsspoof,tcpkill,bettercap,sslstrip,slowloris,gobuster,ffuf,feroxbuster,nuclei,wpscan,wfuzz,dirb,dirbuster,dirsearch,commix,xsser,beef-xss,setoolkit,weevely,fcrackzip,rarcrack,stegseek,routersploit,zmap,dhcpwn,enum4linux,smbmap,bloodhound-python,tcpreplay,hping,nping,mdk4,yersinia,macof | D | t* | --version! --help!
dtrace,dtruss,fs_usage,opensnoop,iosnoop,execsnoop,sysdig,stap,bpftool,osqueryi,frida,frida-trace,sysdiagnose | D | t* | --version! --help!
sample,spindump,heap,py-spy,rbspy,samply,heaptrack | C | t* | --version! --help!

7zr,p7zip,unar,dtrx,atool,aunpack,apack,als,ouch,xar,arc,zoo,lha,unace,unarj,cabextract,innoextract,rpm2cpio,funzip,uudecode,uuencode,zipcloak,zipsplit,zipnote,zforce,znew,gzexe,rzip,lrztar,lrunzip,advzip,zopfli,zopflipng,mksquashfs,pngcrush,gifsicle,img2pdf,ocrmypdf,pdftk,pdfunite,pdfseparate,pdftoppm,pdftocairo,pdftohtml,pdfjam,pdfcrop,pdfbook2,ditto,textutil,afconvert,qlmanage,shar,par2,rename,prename,perl-rename,file-rename,mmv,qmv,detox,convmv,stow,img2webp,gif2webp,cavif,paps,enscript,a2ps,lp,lpr,mkfile | C | t* | --version! --help! -V!
lpstat,lpq,lpinfo,afinfo,GetFileInfo,gifdiff,zipdetails,xxhsum,xxh64sum,xxh128sum,sha3sum,uuidparse,figlist,showfigfonts,chkfont,uchardet,chardetect,readpe,wdiff,dwdiff,diffpdf | S | r* | -a -d -e -h -l -o -p -r -s -t -v -c -E -i --help --version --all --list
cancel,lprm,lpmove,cupsenable,cupsaccept | C | t* |
lpadmin,cupsctl,cupsdisable,cupsreject,lpoptions | D | t* | -l!
tidy                  | S | r* -long | -q -i -e -xml -html -asxml -asxhtml -ashtml -utf8 -raw -errors -quiet -indent -wrap: -w: -v -version -help -b -bare -c -clean -omit -upper -ascii -config:r^C -m^C -modify^C -o:w^C -output:w^C -f:w^C -file:w^C
fdupes,jdupes         | S | l* | -rRsHn1SmqAtopiIzCfP -G: -o: -X: --recurse --size --summarize --noempty --omitfirst --sameline --nohidden --order: --help --version -d^D -N^D --delete^D --noprompt^D -L^D --linkhard^D -l^C -B^C --immediate^D
fclones group,fclones help | S | l* | -s: -t: --min: --max: --name: --path: --depth: -I -H -f: -o:w^C --output:w^C
fclones remove,fclones link,fclones dedupe,fclones move | D | t* | --dry-run!
rdfind                | C | l* | -dryrun: -n: -ignoreempty: -minsize: -followsymlinks: -checksum: -deleteduplicates:^D -makesymlinks:^D -makehardlinks:^D -makeresultsfile:
rmlint,duperemove,czkawka_cli,dupeguru | C | t* | --version! --help! -D:^D -c:^D --config:^D
trash-list            | S | t* | --trash-dirs --volumes --help --version
trash-restore         | C | t* |
trash-empty,trash-rm,rip | D | w* | --version! --help!
clamscan,clamdscan    | S | l* | -ri -l:w^C -f:r --recursive? --infected --quiet --no-summary --log:w^C --exclude: --exclude-dir: --include: --max-filesize: --max-scansize: --multiscan --fdpass --stdout --bell --cross-fs: --help --version --remove?^D --move:w^D --copy:w^C
freshclam,lynis,chkrootkit,unhide,debsums | C | t* | --version! --help!
steamcmd,protontricks,winetricks,lutris,retroarch | C | t* | --version! --help!
wine,wine64,box64,box86,mono,darling | C | x,t* | --version! --help!
puppet,salt,salt-call,salt-run,salt-ssh,chef-client,chef-solo,cf-agent,pyinfra,cloud-init | D | sub | --version! --help!
puppet help,puppet parser,puppet config,cloud-init status,cloud-init query,cloud-init schema,cloud-init --version | S | t | --wait --long --format:
distrobox-rm,distrobox-stop,lxc-destroy,lxc-stop,lxc-attach,lxc-start,lxc-create,schroot,arch-chroot,pacstrap,debootstrap,mmdebstrap,multistrap | D | t* | --version! --help! -l! --list!
distrobox-list,lxc-ls,lxc-info,lxc-checkconfig,genfstab,virt-what,laptop-detect | S | t* | -f -n: -l -U -L -p -t: --fancy --active --running --help --version --name:
lxc restore,lxc profile,lxc config,lxc network,lxc storage,lxc image,lxc cluster,incus profile,incus config,incus network,incus storage,incus image | C | sub |
lxc profile list,lxc profile show,lxc network list,lxc network show,lxc storage list,lxc storage show,lxc config show,lxc config get,incus profile list,incus profile show,incus network list,incus network show,incus storage list,incus config show | S | t* | -f: --format: --all-projects
lxc profile delete,lxc network delete,lxc storage delete,lxc image delete,lxc cluster remove,incus profile delete,incus network delete,incus storage delete,incus image delete,incus restore,limactl remove | D | t* |
virsh net-destroy,virsh net-undefine,virsh pool-undefine,virsh vol-wipe,virsh vol-resize,virsh reset,virsh detach-disk,virsh detach-device,virsh detach-interface,virsh managedsave-remove,virsh iface-destroy,virsh iface-undefine,virsh secret-get-value,virsh secret-undefine,virsh qemu-monitor-command,virsh nwfilter-undefine,virsh checkpoint-delete,virsh blockcommit,virsh blockpull | D | t* |
virsh pool-info,virsh vol-info,virsh net-info,virsh domblkinfo,virsh vcpuinfo,virsh dumpxml,virsh domifaddr,virsh domblkstat,virsh domifstat,virsh dommemstat,virsh capabilities,virsh nodememstats,virsh hostname,virsh uri,virsh snapshot-info,virsh net-dumpxml,virsh pool-dumpxml | S | t* | --details --all --domain: --pool: --vol: --network: --inactive --security-info^D
VBoxManage extpack,vboxmanage extpack,VBoxManage hostonlyif,VBoxManage natnetwork,VBoxManage setproperty,VBoxManage internalcommands,VBoxManage debugvm,VBoxManage modifyhd | D | t* |
qm delsnapshot,qm reset,qm reboot,qm cleanup,qm unlink,qm sendkey,qm mtunnel,qm remote-migrate,pct delsnapshot,pct rollback,pct reboot,pct shutdown,pct fsck,pct unlock,pvesh create,pvesh set,pvesh delete | D | t* |
qm showcmd,qm pending,qm listsnapshot,qm help,pct listsnapshot,pct df,pct pending,pct cpusets,pct help | S | t* | --pretty --current --snapshot: --verbose
qm disk,qm guest,qm cloudinit | C | sub |
qm disk unlink,qm guest passwd,qm disk move | D | t* |
pveum,pvesm,pvecm,pvenode,pve-firewall,pvesubscription,pveam,vzdump,qmrestore | D | sub |
pvesm status,pvesm list,pvecm status,pvecm nodes,pveam list,pveam available,pve-firewall status,pvesubscription get,pveversion | S | t |
rustic,duplicacy,resticprofile,borgmatic,rsnapshot | C | sub | --version! --help! -r: --repo: -P: -c:
rustic forget,rustic prune,rustic key,duplicacy prune,resticprofile unschedule | D | t* |

afplay,espeak,espeak-ng,spd-say,festival,brightness,blueutil,caffeine,duti,SetFile,dot_clean,shortcuts,SwitchAudioSource | C | t* | --version! --help!
mdutil                | D | t* | -s!
kextcache,sfltool,installer,lsregister,newsyslog,bputil,languagesetup,systemkeychain,dscacheutil,dsconfigad,dsenableroot,firmwarepasswd,AssetCacheManagerUtil,mcxrefresh,jamf,createinstallmedia,startosinstall | D | t* | -v! --help!
pkgutil               | D | t* -long | --pkgs! --pkgs?! --files:! --pkg-info:! --file-info:! --check-signature:! --group-pkgs:! --groups! --lsbom:! --payload-files:! --volume: --regexp --only-files --only-dirs --expand^D
log                   | C | sub | --help!
log show,log stats,log stream,log help | S | t* | --last: --predicate: --start: --end: --style: --info --debug --level: --process: --type: --source --signpost --no-pager --overview --archive:r --file:r --timeout:
log erase,log config,log collect | D | t* |
ipconfig              | D | sub |
ipconfig getifaddr,ipconfig getpacket,ipconfig getv6packet,ipconfig getsummary,ipconfig getoption,ipconfig ifcount,ipconfig waitall | S | t* |
pluginkit             | C | t* | -m! -v -A -D -p: -i: -r^D -e:^D
emerge                | C | t* | -s! -S! --search! --searchdesc! --info! -p! --pretend! -V! --version! -a -v -q -u -D -N -1 -t -C^D --unmerge^D -c^D --depclean^D -P^D --prune^D
fclones               | C | sub | --version! --help!
exif                  | S | r* | -l -i -t: -s -x -m -w -c --list-tags --show-description --ids --machine-readable --xml-output --tag: -e^C -r^C -d^C -o:w^C --extract-thumbnail^C --remove^C --remove-thumbnail^C --output:w^C --set-value:^C --create-exif^C --insert-thumbnail:r^C
gdalinfo,ogrinfo,crunch,cewl,zip2john,rar2john,ssh2john | C | t* | --version! --help!
cupsd,dockerd,containerd,crond,cron,atd | D | t* | --version! --help!
nala                  | C | sub | -y -q --version! --help!
nala list,nala show   | S | t* | --installed --upgradable --all-versions --full-name -i -u -a -N -v
nala history          | S | - |
resolvectl dns,resolvectl domain,resolvectl llmnr,resolvectl mdns,resolvectl dnssec,resolvectl dnsovertls,resolvectl nta,resolvectl default-route,resolvectl log-level | S | t | --no-pager
pveum user,pveum role,pveum acl,pveum group,pveum realm | D | sub |
pveum user list,pveum role list,pveum acl list,pveum group list,pveum realm list | S | t* | --full --enabled
lxc stop              | C | t* |
dnf4 history,dnf5 history,yum history | C | t* |
bluetoothctl devices,bluetoothctl show,bluetoothctl info,bluetoothctl list,bluetoothctl version,bluetoothctl paired-devices | S | t* | --timeout:
pfetch,macchina,onefetch,nitch,archey,oomctl,nload,nstat,procs,psgrep,smem,wdctl,vainfo,vdpauinfo,xev,wev,xkbcli,tzselect,fgconsole,manpath,gst-inspect-1.0,pwqgen,pinout,exrex,semver,lorem,istats,sesearch,seinfo,ubuntu-security-status,vrms,cdecl,glxgears,debconf-show,linux-version,aa-unconfined,getcifsacl,fprintd-list,licensor,waitpid,vmware-checkvm,osinfo-query | S | t* | -a -b -c -d -f -h -i -l -m -n -p -q -r -s -t -u -v -x -V --help --version --all --json --list --verbose
mimetype,dysk,dutree,tre,lsix,zbarimg,olevba,interdiff,filterdiff,lsdiff,grepdiff,combinediff,rlog,ident,ul,colcrt,tspin,chroma,tidy-viewer,gpgv,sqfscat,jless,most,jxlinfo,wasm-objdump,namcap | S | r* | -a -b -c -d -h -i -l -n -p -q -r -s -t -v -x -V -w --help --version --all --json --list --verbose --quiet --color: --theme: --lexer: --style:
zipgrep               | S | t,r* | -i -n -c -l -v -h -H -o -w
ugrep                 | S | t,r* | -EFGPinvwxclohHqsrRzIakyUu -# -A: -B: -C: -m: -e:! -f:r! -g: -t: -O: -M: --ignore-case --line-number --count --recursive --include: --exclude: --exclude-dir: --hidden --color? --fuzzy? --json --csv --bool --files-with-matches --only-matching --invert-match --word-regexp --filter?c^D --pager?c^D --view?^D --save-config?^C -Q^C --query?^C
choose                | S | t* | -1 -c -d -x -f: -i: -o: --input: --field-separator: --output-field-separator: --help --version
yara                  | S | r* | -c -D -e -f -g -i: -k: -l: -L -m -n -N -p: -r -s -S -t: -w -v -h
vmtouch               | S | l* | -v -q -f -h -i: -I: -p: -m: -b:r -t^C -e^C -d^C -l^C -L^C -P:w^C
zoxide                | C | sub | --version! --help!
zoxide query          | S | t* | -l -s -i -a --list --score --all --exclude:
zoxide remove         | C | t* |
ptx                   | S | r* | -A -r -f -w: -o:r -i:r -b:r -t -g: -S: -W: -F: -M: -O -T -R -G^C --auto-reference --references --ignore-case --width: --only-file:r --ignore-file:r --format: --help --version
xset                  | C | t* | --version!
setxkbmap,xmodmap,wmctrl,xsetroot,xrdb,feh,nitrogen | C | t* | --version! --help!
v4l2-ctl              | C | t* -long | --list-devices! --list-formats! --list-formats-ext! --list-ctrls! --list-ctrls-menus! --all! -D! -l! -L! --info! --get-ctrl:! --get-fmt-video! --list-inputs! --list-standards! -d: --device: -C:! --help! --version!
dpkg-architecture     | S | t* | -q: -l -s -L -e: -i: -a: -t: -A: -T: --query: --list --list-known --print-set -c^D --command^D
apt-config            | S | sub | -o:^C -c:r^C --version
apt-config dump,apt-config shell | S | t* | --format: --empty --no-empty
kmod                  | D | sub | --version! --help!
kmod list,kmod help   | S | t* |
eselect               | C | sub | --version! --help!
sinfo,squeue,sacct,sstat,sprio,sshare,sdiag,sreport,sbatch,srun,salloc,sbcast,sattach | C | t* | --version! --help!
scancel,sacctmgr,strigger,scrontab | D | t* | --version! --help!
abroot,bootc,archinstall,setup-alpine,bluebuild,mhwd,mhwd-kernel,mhwd-gpu,envycontrol,optimus-manager,prime-select,switcherooctl,fwupdtool,fixfiles,extrepo,gdebi,gdm,dphys-swapfile,cgcreate,cgdelete,cgclassify,cgset,aa-remove-unknown,aa-teardown,aa-genprof,aa-cleanprof,aa-mergeprof,aa-logprof,aa-autodep,ipcrm,keyd,lvmdevices,lvm_import_vdo,lvmpolld,mklost+found,mkfs.fat,pg_resetwal,pg_rewind,pg_archivecleanup,pg_createsubscriber,mysql_secure_installation,mysql_upgrade,plesk,k3s-uninstall.sh,k3s-agent-uninstall.sh,mac-cleanup,hostess,sfill,sswap,tune.exfat,tunelp,vkpurge,ndctl,daxctl,cxl,idevicebackup2,idevicediagnostics,ideviceenterrecovery,gpg-card,gomi,inputattach,setserial,upnpc,synopkg,synoupgrade,addcomputer.py,GetNPUsers.py,GetUserSPNs.py,getST.py,getTGT.py,rpcclient,doveadm,exim4,postsuper,zerotier-idtool,SafeEjectGPU,InternetSharing,dd_rescue,ddrutility,sg_raw,sg_format,sg_sanitize,sdparm | D | t* | --version! --help! -h!
lvmconfig,lvmdiskscan,pg_controldata,pg_waldump,pg_test_timing | S | t* | -a -l -D:l -p: -n: -s: -e: --type: --help --version
dmstats               | D | sub | --version!
dmstats list,dmstats report,dmstats help | S | t* | --allprograms --allregions --alldevices --region --area --group --programid: --regionid: --interval: --count: -v
enca,scanelf,lsappinfo,pdf-parser,stress,stress-ng,stressapptest,s-tui | C | t* | --version! --help! -h!
gst-discoverer-1.0,checkbashisms | S | r* | -v -f -n -p -x -a -t: --posix --force --extra --newline --version --help --verbose
dua                   | C | sub | --version! --help! -x -f: --format: -A --apparent-size
dua aggregate,dua a   | S | l* | -x --no-total --no-sort --stats --no-entry-check
git-sizer,hashid      | C | t* | --version! --help!
rpm-ostree,systemextensionsctl,kmutil,fail2ban-client,tuned-adm,zerotier-cli,portablectl,importctl,systemd-sysext,systemd-confext,systemd-creds,sbctl,pihole,ovs-vsctl,drbdadm | D | sub | --version! --help! --no-pager
nordvpn,mullvad,protonvpn,protonvpn-cli,warp-cli,expressvpn,windscribe,ivpn | D | sub | --version! --help! -v!
rpm-ostree status,rpm-ostree db,systemextensionsctl list,kmutil showloaded,fail2ban-client status,fail2ban-client ping,fail2ban-client version,tuned-adm active,tuned-adm list,tuned-adm recommend,tuned-adm profile_info,tuned-adm verify,zerotier-cli status,zerotier-cli info,zerotier-cli listnetworks,zerotier-cli listpeers,portablectl list,importctl list,importctl list-images,systemd-sysext status,systemd-sysext list,systemd-creds list,systemd-creds has-tpm2,sbctl status,sbctl list-files,sbctl verify,pihole status,pihole version,ovs-vsctl show,ovs-vsctl list-br,ovs-vsctl list-ports,drbdadm status,drbdadm role,drbdadm cstate,drbdadm dstate | S | t* | -v -a -b -j --json --booted --verbose --no-pager --json? --show: --list-only:
nordvpn status,nordvpn version,nordvpn settings,nordvpn countries,nordvpn cities,nordvpn groups,mullvad status,mullvad version,protonvpn status,protonvpn-cli status,protonvpn-cli s,warp-cli status,warp-cli settings,expressvpn status,expressvpn list,windscribe status,windscribe locations,ivpn status,ivpn servers | S | - | -v --json
salt-key              | D | t* | -L! --list-all! -l:! --list:! --version! --help!
`;
