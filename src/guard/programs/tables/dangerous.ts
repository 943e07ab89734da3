/** Programs that destroy, need privileges or change the machine; the format is that of `readTable`. */
export const dangerous = `
rm,rmdir,unlink,shred,srm,trash,trash-put,rimraf,grm,wipe | D | w* |
su,doas,pkexec,run0,gosu,su-exec,sudoedit,visudo,runuser,calife,please | D | t* |
chmod,chown,chgrp,chattr,chflags,setfacl,setfattr,chcon,setcap,gchmod,gchown,restorecon | D | w* |
kill,pkill,killall,killall5,skill,xkill,tkill | D | t* |
fuser                 | S | t* | -vaumislcfwM46V -n: -k^D -K^D --kill^D -I -N: -h --verbose --mount --user --all --namespace: --ipv4 --ipv6 --list-signals --inode --ismountpoint --silent
dd,gdd,ddrescue,dcfldd | D | t* |
mkfs,mke2fs,mkswap,fdisk,sfdisk,cfdisk,gdisk,sgdisk,parted,wipefs,blkdiscard,partprobe,badblocks,fsck,e2fsck,resize2fs,tune2fs,debugfs,cryptsetup,newfs,newfs_msdos,newfs_exfat,newfs_hfs,newfs_apfs,gpt,swapoff,fstrim,swaplabel,growpart,addpart,delpart,resizepart,kpartx,multipath,zramctl,xfs_repair,xfs_growfs,xfs_admin,btrfstune,btrfs-convert,ntfsfix,ntfsresize,mkntfs,mkdosfs,mkexfatfs,bcache,make-bcache,fsfreeze | D | t* |
lvm,lvremove,lvcreate,lvresize,lvextend,lvreduce,lvrename,lvconvert,lvchange,vgremove,vgcreate,vgextend,vgreduce,vgrename,vgchange,vgmerge,vgsplit,vgimport,vgexport,vgimportclone,vgcfgrestore,pvremove,pvcreate,pvmove,pvresize,pvchange | D | t* |
lvs,vgs,pvs,lvdisplay,vgdisplay,pvdisplay,lvscan | S | t* | -aAcCghHmoOPqSsuv -o: -O: -S: --all --options: --sort: --select: --units: --noheadings --nosuffix --separator: --reportformat: --segments --columns --colon --maps --short --verbose --unquoted --binary --ignorelockingfailure --readonly --foreign --shared --config:^D --profile:^C --commandprofile:^C
losetup               | D | t* | -a! -l! -j:! --all! --list! --associated:! -n -J -O: -b --output: --json --noheadings --raw --bytes --output-all
mdadm                 | D | t* | -D! -E! -Q! --detail! --examine! --query! --version! -s -v -b --scan --brief --verbose --no-devices --test --export --json
zfs,zpool             | D | sub | --version!
zfs list,zfs get,zfs version,zfs help,zfs holds,zfs userspace,zfs groupspace,zpool list,zpool get,zpool history,zpool version,zpool help | S | t* | -rHpjilvgLPnS -d: -o: -s: -S: -t: -T:
zpool status,zpool iostat,zpool events | S | t* | -gLPvxHpjDistlqyrwf -T: -c:x^D
btrfs                 | D | sub | --help! --version! --format: -q -v
btrfs subvolume,btrfs sub,btrfs filesystem,btrfs fi,btrfs device,btrfs dev,btrfs scrub,btrfs balance,btrfs property,btrfs qgroup,btrfs quota,btrfs inspect-internal | D | sub |
btrfs subvolume list,btrfs subvolume show,btrfs subvolume get-default,btrfs subvolume find-new,btrfs sub list,btrfs sub show,btrfs filesystem show,btrfs filesystem df,btrfs filesystem du,btrfs filesystem usage,btrfs fi show,btrfs fi df,btrfs fi du,btrfs fi usage,btrfs device usage,btrfs dev usage,btrfs scrub status,btrfs balance status,btrfs property get,btrfs property list,btrfs qgroup show,btrfs version,btrfs help | S | t* | -apcgouqRsrdtfFhHmbkTvBl --raw --human-readable --iec --si --kbytes --mbytes --gbytes --tbytes --sort: --all-devices --mounted
btrfs device stats,btrfs dev stats | S | t* | -cT --check -z^D --reset^D
swapon                | D | t* | -s! --show?! --summary! --noheadings --raw --bytes
shutdown,reboot,halt,poweroff,init,telinit,systemd-run,kexec | D | t* |
mount                 | D | t* |
umount,eject,chroot,unshare,nsenter,setpriv,capsh,pivot_root | D | t* |
useradd,userdel,usermod,groupadd,groupdel,groupmod,adduser,deluser,addgroup,delgroup,passwd,chpasswd,chfn,vipw,vigr,gpasswd,newgrp,sg,dscl,sysadminctl,dseditgroup,pwconv,faillock | D | t* |
pfctl,ebtables,arptables,brctl,ipvsadm,conntrack,iptables-restore,ip6tables-restore,iptables-apply,wg-quick,ifup,ifdown,ifenslave,dhclient,dhcpcd,update-rc.d,insserv | D | t* |
iptables,ip6tables    | D | t* | -L! -S! --list! --list-rules! -n -v -x -t: --table: --numeric --verbose --exact --line-numbers -V! --version!
iptables-save,ip6tables-save | S | t* | -c -t: --counters --table: -f:m --file:m -M:x^D --modprobe:x^D
nft                   | D | sub | -a -n -s -j -y -N -S -p -u -T --handle --stateless --json --numeric --echo -f:^D --file:^D -i^D --interactive^D -D:^D -I:^D --version! -v! --help!
nft list              | S | t* |
ufw                   | D | sub | --version!
ufw status,ufw show,ufw version | S | t |
ufw app               | D | sub |
ufw app list,ufw app info | S | t |
firewall-cmd          | D | t* | --state! --list-all! --list-all-zones! --list-ports! --list-services! --list-rich-rules! --list-interfaces! --get-zones! --get-services! --get-active-zones! --get-default-zone! --get-zone-of-interface:! --info-zone:! --info-service:! --query-port:! --query-service:! --check-config! --version! -V! --zone: --permanent -q -v --quiet
ipset                 | D | sub | -o: -q
ipset list,ipset save,ipset test,ipset version | S | t* | -n -t -s --name --terse --sorted -o:
tc                    | D | sub | -s -d -r -p -i -g -j -n: -o -c -statistics -details -pretty -json -b:^D -batch:^D -force^D
tc qdisc,tc class,tc filter,tc action,tc actions | D | sub |
tc qdisc show,tc qdisc list,tc qdisc ls,tc class show,tc class list,tc class ls,tc filter show,tc filter list,tc filter ls | S | t* |
modprobe,insmod,rmmod,depmod,kextload,kextunload | D | t* |
batch,atrm,anacron,incrontab,start-stop-daemon | D | t* |
at                    | D | t* | -l! -V!
ldconfig              | D | t* | -p! --print-cache! -V! -v -N -X
update-grub,grub-install,grub-mkconfig,efibootmgr,update-initramfs,authconfig,pam-auth-update,setenforce,setsebool,semanage,apparmor_parser,aa-disable,auditctl,tccutil,bless,profiles,dpkg-reconfigure,debconf-set-selections | D | t* |
nc,ncat,netcat         | D | t* | -z!^C -v -vv -w: -n -u -4 -6 -q:
socat,rlogin,rsh,rcp,chisel,frpc,localtunnel,bore,tmate,pwncat,msfconsole,msfvenom,hydra,john,hashcat,sqlmap,nikto,mimikatz,responder,ettercap,aircrack-ng,masscan,ttyd,gotty | D | t* |
telnet                | C | t* |
nmap                  | C | t* -long | --version! -V! -oN:w -oX:w -oG:w -oA:w -oS:w -iL:r --script:x --datadir:^D --servicedb:^D --interactive^D --stylesheet:^C --resume:r -p: -s? -T? -P? -O -A -v -n -F
osascript,automator | D | t* |
secret-tool,keyring,pass,gopass,op,bw,lpass,gnome-keyring-daemon,ssh-agent,gpg-agent,kinit | D | t* |
pg_dropcluster,dropdb,dropuser | D | t* |
crash,memdump,gcore,dumpcap,bpftrace,ydotool,wtype,logkeys | D | t* |
ssh-add               | D | t* | -l! -E: -v -q
dbus-send,qdbus,qdbus6,dbus-run,logrotate | D | t* |
xattr                 | D | w* | -l! -p:! -v -x -h --help!
chsh                  | D | t* | -l! --list-shells! -h! --help!
chage                 | D | t* | -l! --list! -i --iso8601 -h! --help!
chkconfig             | D | t* | --list! -t: --type: --version!
dkms                  | D | sub | --version! --help!
dkms status           | S | t* | -m: -v: -k: -a: --all --arch:
machinectl            | D | sub | --no-pager -l --full -a --all --version!
machinectl list,machinectl list-images,machinectl status,machinectl show,machinectl image-status | S | t* | -l -a -p: -n: -o: --no-pager --full --all --property: --value --lines: --output:
netplan               | D | sub | --debug --help!
netplan status,netplan get,netplan info,netplan ip,netplan help | S | t* | -a --all --verbose --diff -f: --format:
xinput                | D | sub | --version!
xinput list,xinput --list,xinput list-props,xinput --list-props,xinput query-state,xinput get-button-map,xinput --long | S | t* | --short --long --name-only --id-only
xdotool               | D | sub | --version! -v!
xdotool getactivewindow,xdotool getwindowfocus,xdotool getwindowname,xdotool getwindowpid,xdotool getwindowgeometry,xdotool getmouselocation,xdotool getdisplaygeometry,xdotool get_num_desktops,xdotool get_desktop,xdotool version,xdotool help | S | t* | --shell
gdbus                 | D | sub | --help!
gdbus introspect,gdbus list-names,gdbus help | S | t* -long | --session --system --address:^C -y -e --dest: -d: --object-path: -o: --recurse -r --xml -x --only-properties -p
gdbus monitor,gdbus wait | C | t* |
update-alternatives,alternatives | D | t* -long | --display:! --list:! --query:! --get-selections! --list! --version! --help! --verbose --quiet
dmsetup               | D | sub | --version! -v
dmsetup ls,dmsetup info,dmsetup status,dmsetup deps,dmsetup targets,dmsetup version | S | t* | -c -C -v -o: -O: --tree --target: --columns --noheadings --separator: --exec:^D
hdparm                | D | t* | -I! -i! -g! -v
nvme                  | D | sub | --version! --help!
nvme list,nvme list-subsys,nvme smart-log,nvme id-ctrl,nvme id-ns,nvme error-log,nvme fw-log,nvme show-regs,nvme version,nvme help,nvme list-ns,nvme list-ctrl,nvme get-feature | S | t* | -v -H -n: -o: -f: --verbose --human-readable --namespace-id: --output-format: --feature-id: -b^C --raw-binary^C
dracut                | D | t* | --list-modules! --version! --help! --no-kernel
zf_rm,zf_rmdir,zf_chmod,zf_chown,zf_chgrp | D | w* |
mkinitcpio            | D | t* | -L! -H:! -V! -h! -M! --listhooks! --hookhelp:! --version! --help! --automods!
`;
