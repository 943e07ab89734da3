/** Programs that destroy, need privileges or change the machine; the format is that of `readTable`. */
export const dangerous = `
rm,rmdir,unlink,shred,srm,trash,trash-put,rimraf,grm,wipe | D | w* |
su,doas,pkexec,run0,gosu,su-exec,sudoedit,visudo,runuser,machinectl,calife,please | D | t* |
chmod,chown,chgrp,chattr,chflags,setfacl,setfattr,xattr,chcon,setcap,gchmod,gchown,restorecon | D | w* |
kill,pkill,killall,killall5,skill,xkill,tkill | D | t* |
fuser                 | S | t* | -vaumislcfwM46V -n: -k^D -K^D --kill^D
dd,gdd,ddrescue,dcfldd | D | t* |
mkfs,mke2fs,mkswap,fdisk,sfdisk,cfdisk,gdisk,sgdisk,parted,wipefs,blkdiscard,partprobe,hdparm,nvme,badblocks,fsck,e2fsck,resize2fs,tune2fs,debugfs,cryptsetup,newfs,newfs_msdos,newfs_exfat,newfs_hfs,newfs_apfs,gpt,swapoff,fstrim,swaplabel,growpart,addpart,delpart,resizepart,kpartx,dmsetup,multipath,zramctl,xfs_repair,xfs_growfs,xfs_admin,btrfstune,btrfs-convert,ntfsfix,ntfsresize,mkntfs,mkdosfs,mkexfatfs,bcache,make-bcache,fsfreeze | D | t* |
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
useradd,userdel,usermod,groupadd,groupdel,groupmod,adduser,deluser,addgroup,delgroup,passwd,chpasswd,chage,chsh,chfn,vipw,vigr,gpasswd,newgrp,sg,dscl,sysadminctl,dseditgroup,pwconv,faillock | D | t* |
pfctl,ebtables,arptables,brctl,ipvsadm,conntrack,iptables-restore,ip6tables-restore,iptables-apply,wg-quick,ifup,ifdown,ifenslave,dhclient,dhcpcd,netplan,update-rc.d,chkconfig,insserv | D | t* |
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
modprobe,insmod,rmmod,depmod,kextload,kextunload,dkms | D | t* |
batch,atrm,anacron,incrontab,start-stop-daemon | D | t* |
at                    | D | t* | -l! -V!
ldconfig              | D | t* | -p! --print-cache! -V! -v -N -X
update-alternatives,alternatives,update-grub,grub-install,grub-mkconfig,efibootmgr,update-initramfs,mkinitcpio,dracut,authconfig,pam-auth-update,setenforce,setsebool,semanage,apparmor_parser,aa-disable,auditctl,tccutil,bless,profiles,dpkg-reconfigure,debconf-set-selections | D | t* |
nc,ncat,netcat         | D | t* | -z!^C -v -vv -w: -n -u -4 -6 -q:
socat,rlogin,rsh,rcp,chisel,frpc,localtunnel,bore,tmate,pwncat,msfconsole,msfvenom,hydra,john,hashcat,sqlmap,nikto,mimikatz,responder,ettercap,aircrack-ng,masscan,ttyd,gotty | D | t* |
telnet                | C | t* |
nmap                  | C | t* -long | --version! -V! -oN:w -oX:w -oG:w -oA:w -oS:w -iL:r --script:x --datadir:^D --servicedb:^D --interactive^D --stylesheet:^C --resume:r -p: -s? -T? -P? -O -A -v -n -F
osascript,automator | D | t* |
secret-tool,keyring,pass,gopass,op,bw,lpass,gnome-keyring-daemon,ssh-agent,gpg-agent,kinit | D | t* |
pg_dropcluster,dropdb,dropuser,mysqladmin | D | t* |
crash,memdump,gcore,dumpcap,bpftrace,xinput,xdotool,ydotool,wtype,logkeys | D | t* |
ssh-add               | D | t* | -l! -E: -v -q
dbus-send,gdbus,qdbus,qdbus6,dbus-run,logrotate | D | t* |
`;
